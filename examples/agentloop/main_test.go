package main

// Example runs the demo, which uses no network.
func Example() {
	main()
	// Output: capped by Steps after 5 model calls and 4 tool calls; 10 messages kept
}
