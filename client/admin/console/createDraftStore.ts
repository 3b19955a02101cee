import { type Draft, type DraftStep, nextDraft } from './nextDraft.ts';

/** Holds the draft outside of what is shown, so that it outlives the dashboard when a key is revoked. */
export interface DraftStore {
  read(): Draft | null;
  step(step: DraftStep): void;
  subscribe(changed: () => void): () => void;
}

/** Keeps the draft of this visit. Whoever listens is told when a step changed it. */
export function createDraftStore(): DraftStore {
  let draft: Draft | null = null;
  const listeners = new Set<() => void>();
  return {
    read: () => draft,
    step: (step) => {
      const next = nextDraft(draft, step);
      if (next === draft) return;
      draft = next;
      for (const changed of listeners) changed();
    },
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
