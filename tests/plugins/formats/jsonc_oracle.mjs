// Microsoft's jsonc-parser as a second opinion. Standard input: a list of tasks as JSON; standard output: a list of
// answers in the same order. Started with the path of the package.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { parse, modify, applyEdits } = createRequire(process.argv[2] + "/")("jsonc-parser");
const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };

function accepts(text) {
  const errors = [];
  parse(text, errors, { allowTrailingComma: true, disallowComments: false });
  return errors.length === 0;
}

function acceptsStrictly(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function edited(text, edits) {
  try {
    for (const { path, value } of edits) {
      text = applyEdits(text, modify(text, path, value, { formattingOptions }));
    }
  } catch (error) {
    return { threw: error.message };
  }
  return { data: parse(text, [], { allowTrailingComma: true }) };
}

const answers = JSON.parse(readFileSync(0, "utf8")).map(({ text, after, edits }) => ({
  strict: acceptsStrictly(text),
  jsonc: accepts(text),
  data: parse(text, [], { allowTrailingComma: true }),
  edited: edits && edited(text, edits),
  after: after && parse(after, [], { allowTrailingComma: true }),
}));
process.stdout.write(JSON.stringify(answers));
