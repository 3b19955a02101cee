import { useQuery } from '@tanstack/react-query';
import { useConsole } from './ConsoleContext.ts';

/** What is under way, read again every `pollMs`; whoever looks more often sets the pace for all. */
export function useOperations(pollMs: number) {
  const { api } = useConsole();
  return useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) => api.readOperations(signal),
    refetchInterval: pollMs,
  });
}
