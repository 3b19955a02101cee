import { useQuery } from '@tanstack/react-query';
import { useConsole } from './ConsoleContext.ts';

/**
 * What is under way, read again every `pollMs`; the most frequent reader sets the pace for all. With false it only
 * shows what another part has read.
 */
export function useOperations(pollMs: number | false) {
  const { api } = useConsole();
  return useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) => api.readOperations(signal),
    refetchInterval: pollMs,
  });
}
