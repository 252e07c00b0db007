// The json5 package as a second opinion. Standard input: a list of texts as JSON; standard output: for each, null when
// it is refused, else its data with numbers that JSON lacks spelled as {"$": "NaN"}. Started with the package's folder.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const JSON5 = createRequire(process.argv[2] + "/")("json5");

function spelled(key, value) {
  return typeof value === "number" && !Number.isFinite(value) ? { $: String(value) } : value;
}

function answer(text) {
  try {
    return { data: JSON5.parse(text) };
  } catch {
    return null;
  }
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answer), spelled));
