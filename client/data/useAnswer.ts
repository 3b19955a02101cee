import { useQuery } from '@tanstack/react-query';
import { getChecked } from '../api.ts';
import type { Shape } from '../shape/hasShape.ts';

export type Answered<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly retry: () => void }
  /** `isFailing`: the newest reading failed, and `answer` is from an earlier reading. */
  | { readonly kind: 'known'; readonly answer: T; readonly isFailing: boolean; readonly retry: () => void };

interface Question<T> {
  readonly path: string;
  readonly shape: Shape<T>;
  readonly pollMs: number;
  /** The answer with which the page was rendered; null when the server could not read it. */
  readonly known: T | null;
}

/** The newest answer at `path`, read again every `pollMs` while the browser's tab is in sight. */
export function useAnswer<T>({ path, shape, pollMs, known }: Question<T>): Answered<T> {
  const { data, isError, refetch } = useQuery<T>({
    queryKey: ['answer', path],
    queryFn: () => getChecked(path, shape),
    refetchInterval: pollMs,
    ...(known && { initialData: known as never }),
  });
  const retry = () => void refetch();
  if (data !== undefined) return { kind: 'known', answer: data, isFailing: isError, retry };
  return isError ? { kind: 'failed', retry } : { kind: 'loading' };
}
