// Answers one question a line of standard input, with a line of JSON each:
// {parse: TEXT} with the places that are not TLA+, and {check: TEXT, cfg, ...}
// with what the model checker says.
import fs from "node:fs";
import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { initSync, check_spec_with_options } from "tla-checker";

const require = createRequire(import.meta.url);
const Parser = require("web-tree-sitter");
await Parser.init();
const grammar = require.resolve("@tlaplus/tree-sitter-tlaplus/package.json").replace("package.json", "tree-sitter-tlaplus.wasm");
const parser = new Parser();
parser.setLanguage(await Parser.Language.load(grammar));
initSync({ module: fs.readFileSync(require.resolve("tla-checker").replace(".js", "_bg.wasm")) });

function faults(node, found) {
  if (node.isError || node.isMissing) {
    found.push(`${node.startPosition.row + 1}:${node.startPosition.column + 1} ${node.text.slice(0, 60)}`);
  } else if (node.hasError) {
    node.children.forEach((child) => faults(child, found));
  }
  return found;
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  let answer;
  if (question.parse !== undefined) {
    const tree = parser.parse(question.parse);
    answer = { faults: faults(tree.rootNode, []), modules: tree.rootNode.children.filter((c) => c.type === "module").length };
    tree.delete();
  } else {
    const options = { cfg_source: question.cfg, max_states: question.most, max_depth: question.most, allow_deadlock: question.quiet, export_dot: question.dot, dot_mode: "full" };
    answer = JSON.parse(check_spec_with_options(question.check, JSON.stringify(options)));
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
