"""Isolated agents: processes with limits, whose faults harm no other game or agent.

A *guard* starts a *server* process, which loads an agent once and forks for every *game*, so that
each game starts from the same state. Only JSON passes between the table and the agent.

- ``isolated_agent``: the agent as a match sees it;
- ``server_process``, ``game_process``: the match's side of the processes: starting, asking and
  ending them, within limits;
- ``guard``, ``server``, ``host``: what runs in these processes;
- ``wire``, ``channel``: the messages between the two sides, and their transport;
- ``namespaces``, ``landlock``, ``seccomp``: isolation by the Linux kernel;
- ``guarantees``: what these hold on the system at hand;
- ``process_tree``, ``removal``: memory and end of a process tree; removal of its files;
- ``loaded_files``: loading an agent, and the files that it consists of.
"""
