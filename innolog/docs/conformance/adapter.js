// A template: put an engine of Innovation in JavaScript (Node.js) behind innolog's conformance protocol.
// Write the four functions marked "yours", and run
//   innolog conformance run --engine 'node adapter.js'
"use strict";
const lines = require("node:readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();

// Throw this wherever your engine lacks something. It is counted apart, and is no failure.
class NotImplementedHere extends Error {}

// The next request.
async function receive() {
  const { value, done } = await lines.next();
  if (done) process.exit();
  return JSON.parse(value);
}

// Write one answer.
function send(answer, fields = {}) {
  process.stdout.write(JSON.stringify({ answer, ...fields }) + "\n");
}

// Let innolog decide: await this wherever your engine asks a player something that has several answers.
async function ask(player, choice, options, may = false) {
  send("ask", { player, choice, options, may });
  return (await receive()).value;
}

// Yours: a game of your engine, in the position. Piles are from bottom to top.
function setUp(position) {
  throw new NotImplementedHere("positions");
}

// Yours: all legal actions, as in ["meld", 13] or ["draw", null].
function actions(game) {
  throw new NotImplementedHere("a list of actions");
}

// Yours: take the action, with ask() for every question. False if your engine refuses it.
async function act(game, kind, card) {
  throw new NotImplementedHere(`the action ${kind}`);
}

// Yours: the table: decks, available, relics, removed, junk, players, over (null while the game goes on).
function state(game) {
  throw new NotImplementedHere("states");
}

async function main() {
  let game = null;
  for (let request = await receive(); request.request !== "bye"; request = await receive()) {
    try {
      if (request.request === "hello") {
        const about = { name: "my engine", version: "1", editions: ["third"], sets: ["base"] };
        send("hello", { protocol: 1, players: [2, 3, 4], teams: false, ...about });
      } else if (request.request === "set up") {
        game = setUp(request.position);
        send("ready");
      } else if (request.request === "actions") send("actions", { actions: actions(game) });
      else if (request.request === "act") send((await act(game, ...request.action)) ? "done" : "refused");
      else if (request.request === "state") send("state", { state: state(game) });
      else send("not implemented", { what: request.request });
    } catch (error) {
      if (!(error instanceof NotImplementedHere)) throw error;
      send("not implemented", { what: error.message });
    }
  }
  send("bye");
}

main();
