package agentloop
