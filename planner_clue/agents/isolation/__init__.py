"""Agents in processes of their own, so that whatever they do harms no other game or agent.

A *server* process loads an agent once and forks for every game, so that each game starts from
the same state. Only JSON passes between the table and the agent.

- ``isolated_agent``: the agent as a match sees it;
- ``process``: the match's side of the processes: starting, asking and ending them;
- ``server``: what runs in these processes;
- ``wire``: the messages between the two sides.
"""
