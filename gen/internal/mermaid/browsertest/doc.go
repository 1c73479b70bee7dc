// Package browsertest draws the project's Mermaid diagrams in a browser, with
// the versions of Mermaid in package.json, and compares what is drawn with
// what package picture says. It is a module of its own: it needs Chromium, and
// what npm ci installs here.
package browsertest
