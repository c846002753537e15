"""What every other room stands on: exceptions, strict JSON, whole files, faults of users' code.

Begin with ``errors``: each message that a user reads has its class there.
"""
