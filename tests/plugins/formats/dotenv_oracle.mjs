// The npm package dotenv as a second opinion. Standard input: a list of files' texts as JSON; standard output: what each
// holds, in the same order. Started with the path of the package.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { parse } = createRequire(process.argv[2] + "/")("dotenv");

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(({ text }) => parse(text))));
