import { useEffect, useRef, useState } from 'react';
import type { PublicConfig } from '../../../src/contract/config.ts';
import type { Audit } from '../thread/auditTexts.ts';
import { createAudit } from '../thread/createAudit.ts';
import { leftBehind, readStoredAudit, storeAudit } from '../thread/storedAudit.ts';
import type { VerifySettings } from '../thread/thread.ts';
import { useThread } from '../thread/useThread.ts';
import { rememberLottery, verifySettings } from './verifySettings.ts';

export interface AuditControls {
  readonly start: (count: number | null) => void;
  readonly resume: () => void;
  readonly pause: () => void;
}

/** How far the audit of rounds is, and what starts, pauses and resumes it. It may have begun in an earlier visit. */
export function useAudit(config: PublicConfig | null): readonly [Audit, AuditControls] {
  const [audit, setAudit] = useState<Audit>({ kind: 'idle' });
  const thread = useThread();
  const run = useRef(0);
  const running = useRef<ReturnType<typeof createAudit> | null>(null);
  // The stored audit is read after the first render, which has to equal what the server rendered.
  useEffect(() => setAudit(leftBehind(readStoredAudit())), []);

  const ready = (): ReturnType<typeof createAudit> => {
    running.current ??= createAudit({
      stored: readStoredAudit(),
      store: storeAudit,
      onChange: setAudit,
      asked() {
        const { rpcUrl, lottery, network } = settingsOf(config);
        return [rpcUrl, lottery.mint, network.network.publicKey].join();
      },
      listRounds: async (wanted) =>
        (await thread()).listRounds({ wanted, run: run.current, settings: settingsOf(config) }),
      async verify(round) {
        const report = await (await thread()).verify({ round, run: run.current, settings: settingsOf(config) });
        if (report.lottery) rememberLottery(report.lottery);
        return report;
      },
    });
    return running.current;
  };
  const begin = (how: (of: ReturnType<typeof createAudit>) => Promise<void>) => {
    run.current++;
    void how(ready());
  };
  return [
    audit,
    {
      start: (count) => begin((one) => one.start(count)),
      resume: () => begin((one) => one.resume()),
      pause: () => ready().pause(),
    },
  ];
}

function settingsOf(config: PublicConfig | null): VerifySettings {
  if (config === null) throw new Error('the public settings are not known yet');
  return verifySettings(config);
}
