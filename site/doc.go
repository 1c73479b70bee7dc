// Site writes the documentation as a web site: a page for the README and for each page of docs, with a search that needs no server.
//
//	cd site && go run . -out DIR
//
// Any file server can serve the folder, and GitHub Pages does. The pages, their order, and the links come from the Markdown: the
// map in docs/README.md is the journey that "previous" and "next" follow. With -playground, the playground is part of the site.
package main
