import { useQuery } from '@tanstack/react-query';
import { parseAddress } from '../../../src/address/address.ts';
import { useConsole } from '../console/ConsoleContext.ts';

/** What the chain and the list say against paying an address, as sentences; none while it is not one. */
export function useAddressLook(typed: string): readonly string[] {
  const { api } = useConsole();
  const address = parseAddress(typed.trim());
  const { data } = useQuery({
    queryKey: ['look', address],
    queryFn: ({ signal }) => api.lookUp(address ?? '', signal),
    enabled: address !== null,
    staleTime: 60_000,
  });
  return data?.warnings ?? [];
}
