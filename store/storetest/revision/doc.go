// Revision is a small service with orders: HTTP, and a client that says which revision it has seen.
package main
