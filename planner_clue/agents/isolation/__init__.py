"""Agents in processes of their own, so that whatever they do harms no other game or agent.

A *guard* starts a *server* process, which loads an agent once and forks for every *game*, so that
each game starts from the same state. Only JSON passes between the table and the agent.

- ``isolated_agent``: the agent as a match sees it;
- ``server_process``, ``game_process``: the match's side of the processes: starting, asking and
  ending them, within limits;
- ``guard``, ``server``, ``host``: what runs in these processes;
- ``orders``, ``wire``, ``channel``: the messages between the two sides, and how they travel;
- ``kernel``, ``family``: what the system offers to keep processes apart, to watch and to end them;
- ``loaded_files``, ``generators``: how an agent is loaded, and where its random numbers come from.
"""
