"use strict";
(() => {
  // The heading says which kind a column has: a name such as "12" or "1e5" is no number.
  const KINDS = {
    text: { read: (text) => text, compare: new Intl.Collator(undefined, { numeric: true }).compare },
    number: { read: (text) => (text === "" ? NaN : Number(text)), compare: (x, y) => x - y },
  };
  const missing = (value) => value === "" || Number.isNaN(value);
  for (const table of document.querySelectorAll("table[data-sortable]")) {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => head.querySelector("button")?.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      const first = head.dataset.first || "descending";
      const other = first === "ascending" ? "descending" : "ascending";
      const order = now === first ? other : first;
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const { read, compare } = KINDS[head.dataset.kind || "number"];
      const key = ({ cells: { [column]: cell } }) => read(cell.dataset.sort ?? cell.textContent.trim());
      rows.sort((a, b) => {
        const x = key(a), y = key(b);
        return missing(x) - missing(y) || (missing(x) ? 0 : sign * compare(x, y));
      });
      body.append(...rows);
    }));
  }
  const form = document.querySelector(".filters");
  if (!form) return;
  const rows = [...document.querySelector("table[data-sortable]").tBodies[0].rows];
  const status = document.getElementById("status");
  const apply = () => {
    const name = form.elements.name.value.trim().toLowerCase();
    const age = form.elements.age.value, color = form.elements.color.value, set = form.elements.set.value;
    const enough = form.elements.enough.checked;
    let left = 0;
    for (const row of rows) {
      const fits = row.dataset.name.includes(name) && (!age || row.dataset.age === age) && (!color || row.dataset.color === color)
        && (!set || row.dataset.set === set) && (!enough || !row.classList.contains("little"));
      row.hidden = !fits;
      left += fits;
    }
    status.textContent = `${left} of ${rows.length} ${rows.length === 1 ? "card" : "cards"}`;
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
})();
