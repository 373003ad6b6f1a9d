// A small engine in JavaScript, written from the page `innolog docs conformance` alone: the Draw and the Meld action of
// the base set. It has one fault: a draw from an empty pile takes nothing.
"use strict";
const lines = require("node:readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const COLORS = ["blue", "red", "green", "yellow", "purple"];
const cards = JSON.parse(process.argv[2]); // number: [age, color]
let table = null;

const send = (answer, fields = {}) => process.stdout.write(JSON.stringify({ answer, ...fields }) + "\n");
const ageOf = (card) => cards[card][0];

function act(kind, card) {
  const turn = table.turn;
  const me = table.players[turn.player];
  if (kind === "draw") {
    const tops = Object.values(me.board).map((pile) => ageOf(pile[pile.length - 1]));
    const pile = table.decks["base " + Math.max(1, ...tops)] || [];
    if (pile.length) me.hand.push(pile.pop());
  } else if (kind === "meld") {
    if (!me.hand.includes(card)) return send("refused");
    me.hand = me.hand.filter((other) => other !== card);
    const color = COLORS[cards[card][1]];
    (me.board[color] = me.board[color] || []).push(card);
  } else return send("not implemented", { what: kind });
  delete table.turn; // A state need not have it.
  for (const player of table.players) for (const name of ["tucked", "scored", "endorsed", "marks"]) delete player[name];
  send("done");
}

async function main() {
  for await (const line of { [Symbol.asyncIterator]: () => lines }) {
    const request = JSON.parse(line);
    if (request.request === "hello") {
      const about = { name: "small", version: "1", editions: ["third"], sets: ["base"], players: [2, 3, 4, 5] };
      send("hello", { protocol: 1, teams: false, ...about });
    } else if (request.request === "set up") {
      table = request.position;
      send("ready");
    } else if (request.request === "act") act(...request.action);
    else if (request.request === "state") send("state", { state: { ...table, over: null } });
    else if (request.request === "bye") return send("bye");
    else send("not implemented", { what: request.request });
  }
}

main();
