// Package subject is the machine under test. It is all that the tests know of generated code.
//
// A [Machine] has the functions of the generated package. [New] looks up what the tests call by reflection: the methods
// for events, typed states, observers, contexts, and fields that are not exported ([Access]). A [Subject] copies a
// machine, sends it an event, saves it, and compares it with a configuration of the oracle. It does not decide what to send.
//
// [Hosting] and [Handling] are what the host and the handler of a generated test forward their calls to. Packages host and
// script implement them.
package subject
