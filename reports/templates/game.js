"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const slider = document.getElementById("slider");
  // A page around this one says the verdict, and has the buttons; this one is as tall as what is in it.
  const framed = window.parent !== window;
  const tell = (message) => window.parent.postMessage(message, "*");
  if (framed) {
    document.documentElement.classList.add("framed");
    const measure = () => tell({ height: Math.ceil(document.documentElement.getBoundingClientRect().height) });
    new ResizeObserver(measure).observe(document.documentElement);
    window.addEventListener("message", ({ source, data: asked }) => {
      if (source !== window.parent) return;
      if (asked.print) window.print();
      if (!slider) return;
      if (Number.isInteger(asked.show)) show(asked.show);
      if (Number.isInteger(asked.step)) show(shown + asked.step);
      if (asked.save) byId("save-png").click();
      if (asked.review) reviewed(asked.review);
    });
  }
  // A log without any action that could be explained has no table.
  if (!slider) return;
  const SVG = "http://www.w3.org/2000/svg";
  const SPLAYS = ["", "splayed left", "splayed right", "splayed up", "splayed aslant"];
  const explained = data.actions.length - 1;
  // The place of the verdict has the table after the last action that could be explained.
  if (data.violation) {
    data.actions.push({ ...data.actions[explained], ...data.violation, player: -1, title: "The log breaks the rules here",
      among: "The table is the one after the last action that could be explained.", seen: {}, possible: [] });
    if (data.percent) data.percent.push(data.percent[explained]);
  }
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

  // Some effects ask for cards whose picture is a note.
  const CARD_PICTURES = { hex: "its picture", "hex-note": "its picture (a note)" };
  function slot(printed, number) {
    const classes = "slot s" + number;
    if (printed.startsWith("bonus-")) return el("span", classes + " bonus", printed.slice(6));
    if (printed.startsWith("search-")) {
      const icon = printed.split("-")[1];
      return el("span", `${classes} search i-${icon}`, glyph(icon), glyph("lens", "sub"));
    }
    return el("span", `${classes} i-${printed}${CARD_PICTURES[printed] ? " hex" : ""}`, glyph(printed));
  }
  // The width of the longest word of a name, in em of the reader's font. No word is broken to fit a card.
  const ruler = document.createElement("canvas").getContext("2d");
  ruler.font = `650 100px ${getComputedStyle(document.body).fontFamily}`;
  const longestWord = (name) => Math.max(...name.match(/[^\s-]+-?/g).map((word) => ruler.measureText(word).width)) / 100;
  function card(id) {
    const facts = data.cards[id];
    if (!facts) return el("div", "card");
    const long = (facts.name.length > 18 ? " long" : "") + (facts.name.length > 30 ? " longest" : "");
    const node = el("div", `card ${facts.color} ${facts.set}`, el("span", `name${long}`, facts.name), el("span", "age", facts.age));
    node.firstChild.style.setProperty("--word", longestWord(facts.name));
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
    node.cards = [...ids].reverse();
    const unsure = guess || known === null;
    const arrow = splay ? glyph(["", "left", "right", "up", "aslant"][splay], "glyph") : null;
    if (ids.length > 1 || unsure) node.append(el("span", "size", ids.length, arrow, unsure ? " ?" : null));
    const direction = known === null ? ", splay unknown" : splay ? `, ${SPLAYS[splay]}` : "";
    const names = [...ids].reverse().map(nameOf).join(", ");
    return labelled(node, `${data.colors[color]} pile${direction}, ${guess ? "perhaps, " : ""}top to bottom: ${names}`);
  }

  // Whose knowledge is shown: a seat, -1 for a spectator, or null for all that the log tells.
  let eyes = null;
  // The cards that the player who recorded the log sees at this moment, or whoever's eyes are chosen.
  let open = new Set();
  const looking = () => (eyes === null ? data.viewpoint : eyes);
  function seen(table) {
    const ids = new Set(table.relics);
    const add = (cards) => (cards || []).forEach((each) => ids.add(Array.isArray(each) ? each[0] : each));
    table.areas.forEach((view, seat) => {
      view.boards.forEach(add);
      view.zones.forEach((cards, number) => {
        if (data.zones[number].open || seat === looking()) add(cards);
      });
    });
    return ids;
  }
  // What a card in a hidden zone can be: for those who see the log so far, and by the whole log.
  function candidates(id, back) {
    const known = data.candidates[back];
    if (!known) return "";
    const words = (cards) => `${cards.length === 1 ? "only" : "one of " + cards.length + ":"} ${cards.map((card) => data.names[card]).join(", ")}`;
    const soFar = known[0].filter((card) => !open.has(card));
    const whole = eyes === null && id === null && known[1].length ? `. By the whole log ${words(known[1])}` : "";
    return `. So far ${words(soFar)}${whole}`;
  }

  // ``was`` is the card that lies there, where the chosen eyes do not see it.
  function chip(id, back, small, hidden, was) {
    const set = data.sets[(back >> 4) % 8];
    const age = back % 16;
    const facts = id === null ? null : data.cards[id];
    if (!facts) {
      const letter = set === "base" || small ? null : set;
      const truth = was === null || was === undefined ? "" : `. It was ${nameOf(was)}`;
      return labelled(el("li", "chip back", el("b", "", age), letter), `hidden card: ${set}, age ${age}${hidden ? candidates(null, back) : ""}${truth}`);
    }
    const node = el("li", `chip ${facts.color}${small ? " small" : ""}`, el("b", "", facts.age), small ? null : facts.name);
    const later = hidden ? candidates(id, back) : "";
    node.cards = [id];
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

  // What a pile or card says when one points at it, for those who can only touch it; and what the cards in it did.
  function inspect(node) {
    // It lies below what it is about.
    if (node) byId("inspect").style.top = `${node.getBoundingClientRect().bottom + window.scrollY + 6}px`;
    document.querySelectorAll(".inspected").forEach((other) => other.classList.remove("inspected"));
    if (node) node.classList.add("inspected");
    if (!node) panel();
    else if (node.cards && node.cards.length === 1) panel(el("p", "", node.getAttribute("aria-label")), ...about(node.cards[0]));
    else panel(el("p", "", node.getAttribute("aria-label")), node.cards ? buttons(node.cards) : null);
  }
  // The focus goes into the panel, and back to what opened it. Nothing on the table stays when another action is shown.
  let opener = byId("table");
  function panel(...content) {
    const shownContent = content.filter(Boolean);
    const within = byId("inspect").contains(document.activeElement);
    if (!within) opener = document.activeElement?.closest("#all-cards button") ?? byId("table");
    byId("inspect").hidden = !shownContent.length;
    byId("inspected").replaceChildren(...shownContent);
    const below = shownContent.length ? byId("inspect").getBoundingClientRect().bottom + window.scrollY + 16 : 0;
    document.body.style.minHeight = `${below}px`;
    if (shownContent.length) byId("inspected").focus();
    else if (within) opener.focus({ preventScroll: true });
  }
  function buttons(ids) {
    return el("p", "cards", ...ids.filter((id) => data.cards[id]).map((id) => {
      const button = el("button", `chip ${data.cards[id].color}`, el("b", "", data.cards[id].age), data.cards[id].name);
      button.type = "button";
      button.addEventListener("click", () => {
        if (button.closest("#all-cards")) inspect(button.parentNode);
        panel(...about(id));
      });
      return button;
    }));
  }
  const told = (action) => (eyes !== null && action.seen[eyes]) || [action.title, action.lines];
  // A card: what is printed on it, the keywords of its effects, and what it did in this game.
  function about(id) {
    const facts = data.cards[id];
    const note = data.notes[id];
    const printed = facts.slots.filter(Boolean).map((each) => CARD_PICTURES[each] || each.replace("-", " ")).join(", ");
    const content = [
      el("h3", "", `${facts.name} [${facts.age}]`),
      el("p", "", `${facts.color}, ${facts.set} set, value ${facts.age}. Printed on it: ${printed}.`),
    ];
    if (!note) return content;
    content.push(el("ul", "facts", ...note[0].map((fact) => el("li", "", fact))));
    // What is to come is nothing that somebody could have seen.
    const deeds = note[1].filter(([index]) => eyes === null || index <= shown);
    content.push(el("h4", "", deeds.length ? "In this game" : "In this game: nothing yet"));
    content.push(el("ul", "deeds", ...deeds.map(([index, numbers]) => {
      const action = data.actions[index];
      const [title, lines] = told(action);
      const link = el("a", "", title);
      link.href = `#action-${index}`;
      const happened = numbers.filter((number) => lines[number]).map((number) => el("li", "d" + lines[number][0], lines[number][1]));
      return el("li", "", link, el("small", "", action.turn ? ` turn ${action.turn}` : ""), happened.length ? el("ul", "lines", ...happened) : null);
    })));
    return content;
  }
  byId("table").addEventListener("click", (event) => {
    const node = event.target.closest("[role=img][aria-label]");
    inspect(node && !node.classList.contains("inspected") ? node : null);
  });
  byId("close").addEventListener("click", () => inspect(null));

  const achievement = (name) => el("li", "chip achievement", name);
  const counted = (number, noun) => [el("b", "", number === null ? "?" : number), noun + (number === 1 ? "" : "s")];
  function area(view, seat, current, chance) {
    const heading = el("h3", "",
      el("span", "", el("i", "swatch"), data.players[seat], view.lost ? " (out of the game)" : null),
      el("span", "points", chance === null ? null : el("span", "chance", el("b", "", chance), " % to win · "),
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
    const hidden = seat !== looking();
    const unseen = hidden && eyes !== null;
    const inZone = (small) => ([id, back]) => (unseen ? chip(null, back, small, true, id) : chip(id, back, small, hidden));
    const face = ([id]) => chip(id, 0);
    // What few games have comes first.
    for (const always of [false, true]) {
      data.zones.forEach((its, number) => {
        const cards = view.zones[number];
        if (its.always !== always || !(always || some(cards))) return;
        node.append(zone(its.title, cards, its.open ? face : inZone(its.small), !its.open));
      });
    }
    node.append(zone("Achievements", view.achievements, achievement, true));
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
    // What somebody could do tells what they held.
    if (eyes !== null && eyes !== action.player) {
      byId("possible").hidden = true;
      return;
    }
    const unknown = action.possible === null;
    byId("possible-count").textContent = unknown ? "(unknown)" : `(${action.possible.length})`;
    byId("possible").hidden = !unknown && !action.possible.length;
    if (unknown) {
      byId("options").replaceChildren(el("li", "open", "innolog could not determine what was possible here."));
      return;
    }
    byId("options").replaceChildren(...action.possible.map(([text, taken, chance, depends]) => {
      const percent = chance === null ? data.depends[depends] : `${Math.round(100 * chance)} %`;
      const change = chance === null || before === null ? null : Math.round(100 * (chance - before));
      const gain = change ? el("small", change > 0 ? "up" : "down", ` ${change > 0 ? "+" : "−"}${Math.abs(change)}`) : null;
      return el("li", taken ? "taken" : "", el("span", "", data.options[text], taken ? el("small", "", " taken") : null),
        el("span", chance === null ? "open" : "chance", percent, gain, chance === null ? null : el("small", "with", data.depends[depends])));
    }));
  }

  // The review of the decisions: in the page, or part by part from the page around it.
  const review = { done: 0, decisions: [], draws: [] };
  const MOST_OPTIONS = 6;
  const MOST_MISSED = 5;
  // Of a half, the even neighbour, as the command line rounds.
  const points = (chance) => {
    const [many, whole] = [100 * Math.abs(chance), Math.round(100 * Math.abs(chance))];
    return Math.sign(chance) * (whole - many === 0.5 && whole % 2 ? whole - 1 : whole);
  };
  const signed = (chance) => `${points(chance) < 0 ? "−" : points(chance) > 0 ? "+" : ""}${Math.abs(points(chance))}`;
  const swatch = (seat) => {
    const node = el("i", "swatch");
    node.setAttribute("aria-hidden", "true");
    return [node, data.players[seat]];
  };
  function option([text, chance, error], taken) {
    const bar = el("span", "bar", el("i", ""));
    bar.setAttribute("aria-hidden", "true");
    bar.firstChild.style.width = `${100 * chance}%`;
    const percent = el("span", "", `${points(chance)} %`, points(error) ? el("small", "", ` ± ${points(error)}`) : null);
    return el("li", taken ? "taken" : "", el("span", "", text, taken ? el("small", "", " played") : null), bar, percent);
  }
  // All options of a decision, the best first. Of many, the best and the one that was played.
  function decision({ player, options, loss, marked, why }) {
    const best = [...options].sort((one, other) => other[1] - one[1]);
    const shown = best.filter((each, place) => place < MOST_OPTIONS || each === options[0]);
    const lost = points(loss) < 1 ? null : el("span", marked ? "lost" : "", `${points(loss)} ${points(loss) === 1 ? "point" : "points"} less than the best`);
    const others = best.length - shown.length;
    return el("div", `p${player}`, el("h4", "", ...swatch(player), lost ? " · " : null, lost),
      el("ul", "", ...shown.map((each) => option(each, each === options[0]))),
      others ? el("p", "more", `and ${others} ${others === 1 ? "option" : "options"} with less`) : null,
      marked && why ? el("p", "why", why) : null);
  }
  // What somebody could do tells what they held, so that other eyes do not see it.
  const decisionsSeen = () => review.decisions.filter((each) => eyes === null || eyes === each.player);
  function optionsThen(index) {
    const node = byId("options-then");
    const found = decisionsSeen().filter((each) => each.action === index);
    node.hidden = !found.length;
    node.replaceChildren(el("h4", "", "Chance to win with each option"), ...found.map(decision));
  }
  function reviewed(part) {
    byId("review").hidden = false;
    if (part.none) {
      byId("review-found").hidden = !review.done;
      const ended = review.done ? `The review ended after ${review.done} of ${explained + 1} actions` : "No review";
      byId("review-state").textContent = `${ended}: ${part.none}.`;
      return;
    }
    review.done = part.done;
    review.decisions.push(...part.decisions);
    review.draws.push(...part.draws);
    const all = explained + 1;
    const state = framed ? `Looking at every decision: ${review.done} of ${all} actions…`
      : `The first ${review.done} of ${all} actions are reviewed. The others were left out, because they take too long.`;
    byId("review-state").textContent = review.done < all ? state : "";
    summary();
    if (part.decisions.some((each) => each.action === shown)) optionsThen(shown);
  }
  function summary() {
    byId("review-players").replaceChildren(...data.players.map((_, seat) => {
      const mine = review.decisions.filter((each) => each.player === seat);
      const lost = mine.reduce((sum, each) => sum + each.loss, 0);
      const luck = review.draws.reduce((sum, [, change]) => sum + change[seat], 0);
      const errors = review.draws.map(([, , each]) => each[seat]);
      const error = errors.includes(null) ? "?" : points(Math.hypot(...errors));
      const same = mine.filter((each) => each.options.every((other) => other[1] <= each.options[0][1])).length;
      const texts = [mine.length, mine.length ? (100 * lost / mine.length).toFixed(1) : "", mine.filter((each) => each.marked).length,
        mine.length ? `${points(same / mine.length)} %` : "", signed(-lost), `${signed(luck)} ± ${error}`];
      const name = el("th", "", ...swatch(seat));
      name.scope = "row";
      return el("tr", "p" + seat, name, ...texts.map((text) => el("td", "", text)));
    }));
    worthALook();
    luckAndPlay();
  }
  function worthALook() {
    const missed = decisionsSeen().filter((each) => each.marked).sort((one, other) => other.loss - one.loss).slice(0, MOST_MISSED);
    const list = byId("missed");
    const held = list.contains(document.activeElement) ? document.activeElement.hash : null;
    list.replaceChildren(...missed.map(({ action, player, options, loss, why }) => {
      const link = el("a", "", told(data.actions[action])[0]);
      link.href = `#action-${action}`;
      const better = options.reduce((best, each) => (each[1] > best[1] ? each : best));
      const words = ([text, chance]) => `${text} (${points(chance)} %)`;
      return el("li", "p" + player, link, el("small", "", ` turn ${data.actions[action].turn}`),
        el("span", "change", ...swatch(player), `: ${words(options[0])}, better ${words(better)} `, el("b", "", `−${points(loss)}`)),
        why ? el("span", "change", why) : null);
    }));
    // The list is made again with every part of the review, and the reader may be in it.
    if (held) [...list.querySelectorAll("a")].find(({ hash }) => hash === held)?.focus({ preventScroll: true });
    const whose = eyes === null ? "" : ` of ${data.players[eyes]}`;
    byId("missed-heading").textContent = missed.length ? "Worth a look" : `No decision${whose} lost more than its error`;
    byId("missed-heading").hidden = eyes !== null && !decisionsSeen().length;
  }
  // Two lines for each player: luck, and what was lost by play, both added up.
  function luckAndPlay() {
    const [width, height, left, top] = [400, 130, 26, 6];
    const lines = data.players.flatMap((_, seat) => [
      { seat, kind: "luck", steps: review.draws.map(([action, change]) => [action, change[seat]]) },
      { seat, kind: "play", steps: review.decisions.filter((each) => each.player === seat).map((each) => [each.action, -each.loss]) },
    ]).filter((line) => line.steps.length);
    for (const line of lines) {
      let sum = 0;
      line.at = line.steps.map(([action, change]) => [action, (sum += change)]);
    }
    const values = lines.flatMap((line) => line.at.map(([, value]) => value));
    const [low, high] = [Math.min(-0.1, ...values), Math.max(0.1, ...values)];
    const x = (action) => (left + (width - left - 4) * action / Math.max(1, explained)).toFixed(1);
    const y = (value) => (top + (height - 2 * top) * (high - value) / (high - low)).toFixed(1);
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("aria-hidden", "true");
    const path = (parent, d, classes) => {
      const node = document.createElementNS(SVG, "path");
      node.setAttribute("d", d);
      node.setAttribute("fill", "none");
      if (classes) node.setAttribute("class", classes);
      parent.append(node);
    };
    for (const value of [low, 0, high]) {
      path(svg, `M${left} ${y(value)}H${width - 4}`, "grid");
      // The number of a line that is too near to zero would stand on the zero.
      if (value && Math.abs(y(value) - y(0)) < 10) continue;
      const text = document.createElementNS(SVG, "text");
      text.setAttribute("x", left - 4);
      text.setAttribute("y", Number(y(value)) + 3);
      text.setAttribute("font-size", 9);
      text.setAttribute("text-anchor", "end");
      text.textContent = signed(value);
      svg.append(text);
    }
    for (const { seat, kind, at } of lines) {
      const group = document.createElementNS(SVG, "g");
      group.setAttribute("class", "player-" + seat);
      path(group, `M${x(0)} ${y(0)}` + at.map(([action, value]) => `H${x(action)}V${y(value)}`).join("") + `H${x(review.done - 1)}`, kind);
      svg.append(group);
    }
    const names = el("p", "legend", ...data.players.map((_, seat) => el("span", "p" + seat, ...swatch(seat))), el("span", "", "— luck"), el("span", "", "- - play"));
    byId("review-curve").replaceChildren(byId("review-curve").firstElementChild, svg, names);
  }

  const curves = [...document.querySelectorAll(".curve[data-first]")].map((figure) => {
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
      show(Math.round((((event.clientX - box.left) / box.width - first) / span) * Math.max(1, explained)));
    });
    return (index) => {
      const x = width * (first + (span * Math.min(index, explained)) / Math.max(1, explained));
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
    const [title, happened] = told(action);
    slider.setAttribute("aria-valuetext", `${when}: ${title}`);
    byId("previous").disabled = index === 0;
    byId("next").disabled = index === last;
    const move = action.move === null ? null : el("span", "when", "move " + action.move);
    byId("now").replaceChildren(el("span", "when", when), el("span", "what", title), move || "");
    const lines = happened.map(([depth, text]) => el("li", "d" + depth, text));
    byId("lines").replaceChildren(...lines, ...(action.among ? [el("li", "among", action.among)] : []));
    possible(action, data.chances && index && index <= explained ? data.chances[index - 1][action.player] : null);
    optionsThen(index);
    open = seen(action.table);
    inspect(null);
    byId("areas").replaceChildren(...action.table.areas.map(
      (view, seat) => area(view, seat, action.turn > 0 && seat === action.player, data.percent ? data.percent[index][seat] : null)));
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
    // The address follows, so that a link opens the position; a page around this one has the address.
    if (framed) tell({ action: index, last, when, title, move: action.move, begun });
    else if (begun) history.replaceState(null, "", "#action-" + index);
  }

  function fromAddress(address) {
    const found = /^#action-(\d+)$/.exec(address === undefined ? location.hash : address);
    if (!found) return false;
    show(Number(found[1]));
    if (framed) tell({ scroll: true });
    else byId("board").scrollIntoView();
    return true;
  }

  // The sorted cards of the game, for those who do not look for them on the table.
  if (byId("all-cards")) {
    const all = Object.keys(data.notes).filter((id) => data.cards[id]);
    all.sort((a, b) => data.cards[a].age - data.cards[b].age || data.cards[a].name.localeCompare(data.cards[b].name));
    byId("all-cards").replaceChildren(buttons(all));
  }

  // The table as a picture. Every box, icon and text on it is drawn again where it lies.
  function picture() {
    const root = byId("table");
    const action = data.actions[shown];
    const by = eyes === null ? "" : `, ${byId("eyes").selectedOptions[0].textContent}`;
    const where = `${document.title} · action ${shown} of ${last}${action.turn ? ", turn " + action.turn : ""}${by}`;
    // What the picture shows stands above the table for a moment, so that the browser breaks its lines.
    const heading = el("p", "caption", el("b", "", told(action)[0]), el("span", "", where));
    root.prepend(heading);
    const frame = root.getBoundingClientRect();
    const margin = 16;
    const head = margin + heading.offsetHeight;
    const style = getComputedStyle(document.documentElement);
    const clear = (text) => String(text).replace(/[^\t\n -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd").replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
    const round = (value) => Math.round(value * 10) / 10;
    const at = (rect) => [round(rect.left - frame.left + margin), round(rect.top - frame.top + head), round(rect.width), round(rect.height)];
    const none = (color) => color === "transparent" || /, 0\)$/.test(color);
    const text = (words, x, y, size, weight, color, more) =>
      `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${clear(color)}" ${more || ""}>${clear(words)}</text>`;
    const used = new Set();

    function words(node, look) {
      const parts = [];
      const range = document.createRange();
      const place = (start, length) => {
        range.setStart(node, start);
        range.setEnd(node, start + length);
        return range.getClientRects();
      };
      for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
        let at = index;
        // Of a word that is broken, each letter can be on another line.
        for (const piece of place(index, word.length).length > 1 ? word : [word]) {
          const { left, top, width, height } = [...place(at, piece.length)].at(-1) || {};
          const line = parts.at(-1);
          if (line && (width ? Math.abs(line.top - top) < 2 : at > index)) {
            line.words += (at === index ? " " : "") + piece;
            // Arabic and Hebrew begin at the right.
            if (width) line.left = Math.min(line.left, left);
          } else if (width) parts.push({ left, top, width, height, words: piece });
          at += piece.length;
        }
      }
      return parts.map((line) => {
        const [x, y, , height] = at(line);
        const slant = look.fontStyle === "italic" ? 'font-style="italic" ' : "";
        return text(line.words, x, round(y + height / 2), parseFloat(look.fontSize), look.fontWeight, look.color, slant + 'dominant-baseline="central"');
      }).join("");
    }
    function drawn(node) {
      if (node.nodeType === Node.TEXT_NODE) return words(node, getComputedStyle(node.parentNode));
      if (node.nodeType !== Node.ELEMENT_NODE || node.classList.contains("sr")) return "";
      const look = getComputedStyle(node);
      if (look.display === "none" || look.visibility === "hidden") return "";
      const [x, y, width, height] = at(node.getBoundingClientRect());
      if (node.tagName === "svg") {
        const name = node.querySelector("use").getAttribute("href").slice(1);
        used.add(name);
        return `<svg x="${x}" y="${y}" width="${width}" height="${height}" color="${look.color}"><use href="#${name}"/></svg>`;
      }
      let found = "";
      const border = parseFloat(look.borderLeftWidth);
      const fill = look.backgroundImage !== "none" ? style.getPropertyValue("--back") : none(look.backgroundColor) ? "none" : look.backgroundColor;
      if (fill !== "none" || border) {
        const radius = Math.min(parseFloat(look.borderTopLeftRadius) || 0, height / 2);
        const round_ = /%/.test(look.borderTopLeftRadius) ? height / 2 : radius;
        const stroke = border ? `stroke="${look.borderLeftColor}" stroke-width="${border}"` : "";
        const dashes = look.borderLeftStyle === "dashed" ? 'stroke-dasharray="4 3"' : "";
        found += `<rect x="${x + border / 2}" y="${y + border / 2}" width="${Math.max(0, width - border)}" height="${Math.max(0, height - border)}" rx="${round_}" fill="${fill}" ${stroke} ${dashes}/>`;
        const top = parseFloat(look.borderTopWidth);
        if (top > border) found += `<rect x="${x}" y="${y}" width="${width}" height="${top}" rx="${top / 2}" fill="${look.borderTopColor}"/>`;
      }
      found += [...node.childNodes].map(drawn).join("");
      // What a card does not show of its name is cut off.
      if (node.classList.contains("card")) found = `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${found}</svg>`;
      return look.opacity === "1" ? found : `<g opacity="${look.opacity}">${found}</g>`;
    }

    const body = [...root.childNodes].map(drawn).join("");
    heading.remove();
    const [width, height] = [Math.ceil(frame.width + 2 * margin), Math.ceil(frame.height + head + 34)];
    const symbols = [...used].filter(byId).map((name) => byId(name).outerHTML.replaceAll("var(--tile)", style.getPropertyValue("--tile").trim())).join("");
    const [soft, paper] = ["--soft", "--page"].map((name) => style.getPropertyValue(name).trim());
    return { width, height, svg:
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif">` +
      `<title>${clear(document.title)}</title>${symbols}<rect width="${width}" height="${height}" fill="${paper}"/>` +
      body + text("innolog", width - margin, height - 12, 12, 400, soft, 'text-anchor="end"') + "</svg>" };
  }
  const say = (said) => (framed ? tell({ said }) : (byId("said").textContent = said));
  const notDrawn = () => say("This browser cannot draw this picture. Choose “Save it as SVG” below the table instead.");
  function download(content, suffix) {
    const link = el("a", "");
    link.href = URL.createObjectURL(content);
    link.download = `innolog_action_${shown}.${suffix}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    say(`Saved as ${link.download}.`);
  }
  byId("save-svg").addEventListener("click", () => download(new Blob([picture().svg], { type: "image/svg+xml" }), "svg"));
  byId("save-png").addEventListener("click", () => {
    const { svg, width, height } = picture();
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      // Two pixels for each, for small print on large screens.
      [canvas.width, canvas.height] = [2 * width, 2 * height];
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      // Nothing comes if the canvas is too large.
      canvas.toBlob((content) => (content ? download(content, "png") : notDrawn()));
    };
    image.onerror = notDrawn;
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg);
  });

  // The table as somebody saw it at the time, to compare it with what the whole log tells.
  if (byId("eyes")) {
    byId("eyes").addEventListener("change", () => {
      eyes = byId("eyes").value === "" ? null : Number(byId("eyes").value);
      const index = shown;
      shown = -1;
      show(index);
      worthALook();
    });
  }

  slider.addEventListener("input", () => show(Number(slider.value)));
  byId("previous").addEventListener("click", () => show(shown - 1));
  byId("next").addEventListener("click", () => show(shown + 1));
  window.addEventListener("hashchange", () => fromAddress());
  // A second click on the same entry of the timeline does not change the address. In a frame without an origin, no click does.
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#action-"]');
    if (!link) return;
    if (framed) event.preventDefault();
    if (framed || link.getAttribute("href") === location.hash) fromAddress(link.getAttribute("href"));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") inspect(null);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // These need the keys themselves: a table that is wider than the screen is scrolled with them.
    if (event.target.closest?.("select, .scroll")) return;
    event.preventDefault();
    show(shown + step);
  });
  if (data.review) reviewed(data.review);
  if (!fromAddress()) show(last);
  begun = true;
})();
