-- Only these kinds are remembered from now on: a program's account, once one node has called it so, was excluded for ever.
DELETE FROM owners WHERE kind NOT IN ('wallet', 'off-curve');
