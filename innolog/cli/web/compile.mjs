// node compile.mjs FOLDER LOG ARCHIVE...: run Python for the browser on the site in FOLDER, with its packages from the
// archives, and write the bytecode of what a log needs into FOLDER.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [, , given, log, ...archives] = process.argv;
const folder = resolve(given);
const library = `${folder}/pyodide/python_stdlib.zip`;
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/pyodide/` });
for (const name of archives) {
  python.unpackArchive(new Uint8Array(readFileSync(`${folder}/${name}`)), "zip", { extractDir: "/lib/innolog" });
}
python.FS.writeFile("/tmp/log", readFileSync(`${folder}/${log}`));
python.runPython("import sys; sys.path.insert(0, '/lib/innolog')");
const bytecode = python.pyimport("innolog.cli.web.bytecode");
bytecode.warm_up("/tmp/log");
writeFileSync(`${folder}/bytecode.zip`, bytecode.of_packages("/lib/innolog").toJs());
writeFileSync(library, bytecode.of_standard_library("/lib/python314.zip").toJs());
