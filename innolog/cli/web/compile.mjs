// node compile.mjs FOLDER LOG ARCHIVE: run Python for the browser on the site in FOLDER, with its packages from the
// archive, and write the archive and the standard library again, with the bytecode of what a log needs.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [, , given, log, archive] = process.argv;
const folder = resolve(given);
const packages = "/lib/innolog.zip";
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/pyodide/` });
python.FS.writeFile(packages, readFileSync(`${folder}/${archive}`));
python.FS.writeFile("/tmp/log", readFileSync(`${folder}/${log}`));
python.runPython(`import sys; sys.path.insert(0, "${packages}")`);
const bytecode = python.pyimport("innolog.cli.web.bytecode");
bytecode.warm_up("/tmp/log");
writeFileSync(`${folder}/${archive}`, bytecode.of_archive(packages).toJs());
writeFileSync(`${folder}/pyodide/python_stdlib.zip`, bytecode.of_archive("/lib/python314.zip").toJs());
