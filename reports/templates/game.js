"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const slider = document.getElementById("slider");
  if (!slider) return;
  const SVG = "http://www.w3.org/2000/svg";
  const SPLAYS = ["", "splayed left", "splayed right", "splayed up", "splayed aslant"];
  const last = data.actions.length - 1;
  const byId = (id) => document.getElementById(id);
  let shown = -1;
  let begun = false;

  // Elements from text: nothing from the log is ever parsed as markup.
  function el(tag, classes, ...children) {
    const node = document.createElement(tag);
    if (classes) node.className = classes;
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
  }
  function glyph(name, classes) {
    const svg = document.createElementNS(SVG, "svg");
    if (classes) svg.setAttribute("class", classes);
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", "#i-" + name);
    svg.append(use);
    return svg;
  }
  function labelled(node, label) {
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", label);
    node.title = label;
    return node;
  }

  function slot(printed, number) {
    const classes = "slot s" + number;
    if (printed.startsWith("bonus-")) return el("span", classes + " bonus", printed.slice(6));
    if (printed.startsWith("search-")) {
      const icon = printed.split("-")[1];
      return el("span", `${classes} search i-${icon}`, glyph(icon), glyph("lens", "sub"));
    }
    if (!byId("i-" + printed)) return el("span", classes, "?");
    return el("span", `${classes} i-${printed}${printed === "hex" ? " hex" : ""}`, glyph(printed));
  }
  function card(id) {
    const facts = data.cards[id];
    if (!facts) return el("div", "card");
    const long = (facts.name.length > 18 || /\S{10}/.test(facts.name) ? " long" : "") + (facts.name.length > 40 ? " longest" : "");
    const node = el("div", `card ${facts.color} ${facts.set}`, el("span", `name${long}`, facts.name), el("span", "age", facts.age));
    facts.slots.forEach((printed, number) => printed && node.append(slot(printed, number)));
    return node;
  }
  const nameOf = (id) => (data.cards[id] ? `${data.cards[id].name} [${data.cards[id].age}]` : "unknown card");

  // A splay that nobody knows is drawn as none; one of several possible piles is marked.
  function pile(ids, color, known, guess) {
    const splay = known || 0;
    const node = el("div", `pile splay-${splay}${guess ? " guess" : ""}`);
    // Of an unsplayed pile only edges show under the top card.
    const drawn = splay ? ids : ids.slice(-5);
    node.style.setProperty("--n", drawn.length);
    drawn.forEach((id, index) => {
      const covered = card(id);
      covered.style.setProperty("--i", index);
      covered.style.zIndex = index + 1;
      node.append(covered);
    });
    node.lastChild.classList.add("top");
    const unsure = guess || known === null;
    const arrow = splay ? glyph(["", "left", "right", "up", "up"][splay], "glyph") : null;
    if (ids.length > 1 || unsure) node.append(el("span", "size", ids.length, arrow, unsure ? " ?" : null));
    const direction = known === null ? ", splay unknown" : splay ? `, ${SPLAYS[splay]}` : "";
    const names = [...ids].reverse().map(nameOf).join(", ");
    return labelled(node, `${data.colors[color]} pile${direction}, ${guess ? "perhaps, " : ""}top to bottom: ${names}`);
  }

  // The cards that the player who recorded the log sees at this moment.
  let open = new Set();
  function seen(table) {
    const ids = new Set(table.relics);
    const add = (cards) => (cards || []).forEach((each) => ids.add(Array.isArray(each) ? each[0] : each));
    table.areas.forEach((view, seat) => {
      view.boards.forEach(add);
      add(view.revealed);
      add(view.display);
      if (seat === data.viewpoint) [view.hand, view.pile, view.forecast].forEach(add);
    });
    return ids;
  }
  // What a card in a hidden zone can be: for those who see the log so far, and by the whole log.
  function candidates(id, back) {
    const known = data.candidates[back];
    if (!known) return "";
    const words = (cards) => `${cards.length === 1 ? "only" : "one of " + cards.length + ":"} ${cards.map((card) => data.names[card]).join(", ")}`;
    const soFar = known[0].filter((card) => !open.has(card));
    const whole = id === null && known[1].length ? `. By the whole log ${words(known[1])}` : "";
    return `. So far ${words(soFar)}${whole}`;
  }

  function chip(id, back, small, hidden) {
    const set = data.sets[(back >> 4) % 8];
    const age = back % 16;
    const facts = id === null ? null : data.cards[id];
    if (!facts) {
      const letter = set === "base" || small ? null : set;
      return labelled(el("li", "chip back", el("b", "", age), letter), `hidden card: ${set}, age ${age}${hidden ? candidates(null, back) : ""}`);
    }
    const node = el("li", `chip ${facts.color}${small ? " small" : ""}`, el("b", "", facts.age), small ? null : facts.name);
    const later = hidden ? candidates(id, back) : "";
    return labelled(node, `${facts.name} [${facts.age}], ${facts.color}${later && ", known from the whole log" + later}`);
  }
  // Where it is not known what lies in a zone, ``cards`` are null.
  function zone(title, cards, draw, counted) {
    const heading = el("h4", "", counted ? `${title} (${cards === null ? "?" : cards.length})` : title);
    if (cards === null) return el("div", "zone", heading, el("p", "empty", "unknown"));
    const items = cards.map(draw);
    const list = items.length ? el("ul", "", ...items) : el("p", "empty", "none");
    return el("div", "zone", heading, list);
  }

  // What a pile or card says when one points at it, for those who can only touch it.
  function inspect(node) {
    byId("inspect").hidden = !node;
    byId("inspect").textContent = node ? node.getAttribute("aria-label") : "";
    document.querySelectorAll(".inspected").forEach((other) => other.classList.remove("inspected"));
    if (node) node.classList.add("inspected");
  }
  byId("board").addEventListener("click", (event) => {
    const node = event.target.closest("[role=img][aria-label]");
    inspect(node && !node.classList.contains("inspected") ? node : null);
  });

  const achievement = (name) => el("li", "chip achievement", name);
  const counted = (number, noun) => [el("b", "", number === null ? "?" : number), noun + (number === 1 ? "" : "s")];
  function area(view, seat, current, chance) {
    const heading = el("h3", "",
      el("span", "", el("i", "swatch"), data.players[seat]),
      el("span", "points", chance === null ? null : el("span", "chance", el("b", "", Math.round(100 * chance)), " % to win · "),
        ...counted(view.score, " point"), " · ",
        ...counted(view.achievements && view.achievements.length, " achievement")));
    const counts = el("ul", "counts", ...data.icons.map((icon, number) => {
      const count = view.icons ? view.icons[number] : null;
      return labelled(
        el("li", count === 0 ? "none" : "", glyph(icon, "icon " + icon), count === null ? "?" : count),
        count === null ? `${icon} icons: unknown` : `${count} ${icon} icons`);
    }));
    const piles = view.boards
      .map((ids, color) => (ids.length ? pile(ids, color, view.splays[color], view.guesses[color]) : null))
      .filter(Boolean);
    const board = el("div", "piles", ...(piles.length ? piles : [el("p", "empty", "an empty board")]));
    const node = el("section", `area p${seat}${current ? " acting" : ""}`, heading, counts, board);
    node.setAttribute("aria-label", data.players[seat]);
    const some = (cards) => cards === null || cards.length;
    const face = (id) => chip(id, 0);
    const hidden = seat !== data.viewpoint;
    const known = ([id, back]) => chip(id, back, false, hidden);
    if (some(view.revealed)) node.append(zone("Revealed", view.revealed, face));
    if (some(view.display)) node.append(zone("On display", view.display, face));
    if (some(view.forecast)) node.append(zone("Forecast", view.forecast, known, true));
    node.append(
      zone("Hand", view.hand, known, true),
      zone("Score pile", view.pile, ([id, back]) => chip(id, back, true, hidden), true),
      zone("Achievements", view.achievements, achievement, true));
    return node;
  }

  function supply(table) {
    const bySet = new Map();
    for (const [set, age, size] of table.decks) {
      const deck = el("li", "deck" + (size ? "" : " out"), el("b", "", age), el("span", "", size));
      labelled(deck, `age ${age}: ${size} ${size === 1 ? "card" : "cards"}`);
      if (!bySet.has(set)) bySet.set(set, []);
      bySet.get(set).push(deck);
    }
    const zones = [...bySet].map(([set, decks]) => zone(`Supply, ${data.sets[set]}: cards left by age`, decks, (deck) => deck));
    if (table.relics.length) zones.push(zone("Relics", table.relics, (id) => chip(id, 0)));
    if (table.junk.length) zones.push(zone("Junk", table.junk, ([id, back]) => chip(id, back)));
    if (table.junked.length) zones.push(zone("Junked special achievements", table.junked, achievement));
    const open = [...table.ages.map((age) => "age " + age), ...table.specials];
    zones.push(zone("Available achievements", open, achievement));
    return zones;
  }

  // The legal actions that the player had, the best first.
  function possible(action, before) {
    if (!byId("possible")) return;
    byId("possible-count").textContent = action.possible.length ? `(${action.possible.length})` : "";
    byId("possible").hidden = !action.possible.length;
    byId("options").replaceChildren(...action.possible.map(([text, taken, chance, depends]) => {
      const percent = chance === null ? data.depends[depends] : `${Math.round(100 * chance)} %`;
      const change = chance === null || before === null ? null : Math.round(100 * (chance - before));
      const gain = change ? el("small", change > 0 ? "up" : "down", ` ${change > 0 ? "+" : "−"}${Math.abs(change)}`) : null;
      return el("li", taken ? "taken" : "", el("span", "", data.options[text], taken ? el("small", "", " taken") : null),
        el("span", chance === null ? "open" : "chance", percent, gain));
    }));
  }

  const curves = [...document.querySelectorAll(".curve")].map((figure) => {
    const svg = figure.querySelector("svg:not(.icon)");
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const first = Number(figure.dataset.first);
    const span = Number(figure.dataset.last) - first;
    const line = document.createElementNS(SVG, "line");
    line.setAttribute("class", "cursor");
    line.setAttribute("y1", 0.04 * height);
    line.setAttribute("y2", 0.83 * height);
    svg.append(line);
    figure.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      show(Math.round((((event.clientX - box.left) / box.width - first) / span) * Math.max(1, last)));
    });
    return (index) => {
      const x = width * (first + (span * index) / Math.max(1, last));
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
    };
  });

  function show(index) {
    index = Math.min(last, Math.max(0, Number.isFinite(index) ? index : last));
    if (index === shown) return;
    shown = index;
    const action = data.actions[index];
    slider.value = index;
    const when = `Action ${index} of ${last}${action.turn ? " · turn " + action.turn : ""}`;
    slider.setAttribute("aria-valuetext", `${when}: ${action.title}`);
    byId("previous").disabled = index === 0;
    byId("next").disabled = index === last;
    const move = action.move === null ? null : el("span", "when", "move " + action.move);
    byId("now").replaceChildren(el("span", "when", when), el("span", "what", action.title), move || "");
    const lines = action.lines.map(([depth, text]) => el("li", "d" + depth, text));
    byId("lines").replaceChildren(...(action.among ? [el("li", "among", action.among)] : []), ...lines);
    possible(action, data.chances && index ? data.chances[index - 1][action.player] : null);
    open = seen(action.table);
    inspect(null);
    byId("areas").replaceChildren(...action.table.areas.map(
      (view, seat) => area(view, seat, action.turn > 0 && seat === action.player, data.chances ? data.chances[index][seat] : null)));
    byId("supply").replaceChildren(...supply(action.table));
    document.querySelectorAll(".timeline .current").forEach((item) => {
      item.classList.remove("current");
      item.removeAttribute("aria-current");
    });
    const item = document.querySelector(`.timeline [data-action="${index}"]`);
    if (item) {
      item.classList.add("current");
      item.setAttribute("aria-current", "step");
    }
    curves.forEach((mark) => mark(index));
    if (begun) remember(index);
  }

  // The address follows, so that a link opens the position; a page around this one has the address.
  function remember(index) {
    if (window.parent !== window) window.parent.postMessage({ action: index }, "*");
    else history.replaceState(null, "", "#action-" + index);
  }

  function fromAddress() {
    const found = /^#action-(\d+)$/.exec(location.hash);
    if (!found) return false;
    show(Number(found[1]));
    byId("board").scrollIntoView();
    return true;
  }

  slider.addEventListener("input", () => show(Number(slider.value)));
  byId("previous").addEventListener("click", () => show(shown - 1));
  byId("next").addEventListener("click", () => show(shown + 1));
  window.addEventListener("hashchange", fromAddress);
  // A second click on the same entry of the timeline does not change the address.
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#action-"]');
    if (link && link.getAttribute("href") === location.hash) fromAddress();
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target === slider) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      event.preventDefault();
      show(shown + step);
    }
  });
  if (!fromAddress()) show(last);
  begun = true;
})();
