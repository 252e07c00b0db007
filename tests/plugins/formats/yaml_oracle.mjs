// The npm package yaml as a second opinion. Standard input: a list of tasks as JSON; standard output: a list of
// answers in the same order. Started with the path of the package.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { parseAllDocuments } = createRequire(process.argv[2] + "/")("yaml");

function read(text, version) {
  const documents = parseAllDocuments(text, { version, logLevel: "error" });
  const errors = [...documents].flatMap((document) => document.errors);
  if (documents.length > 1 || errors.length) return { error: errors.map(String).join() || "several documents" };
  return { data: documents.length ? documents[0].toJS() : null };
}

function answer({ text, version }) {
  try {
    return read(text, version ?? "1.2");
  } catch (error) {
    return { error: String(error) };
  }
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answer)));
