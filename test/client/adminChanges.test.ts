import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ChangeList } from '../../client/admin/configuration/ChangeList.tsx';
import { diffWallets } from '../../src/distribution/diffWallets.ts';
import { ADMIN, POOL, receiver } from '../domain/distributionWallets.ts';

it('an admin who is asked to activate or to confirm sees the whole address of every wallet that gains or loses', () => {
  const [gone, added, moved] = [
    receiver(3),
    receiver(4, { percentage: 5 }),
    { ...ADMIN, address: receiver(5).address },
  ];
  const changes = diffWallets([POOL, ADMIN, gone], [POOL, moved, added]);
  const html = renderToStaticMarkup(createElement(ChangeList, { changes }));
  expect(html).toContain(`<del>${gone.address}</del>`);
  expect(html).toContain(`<ins>${added.address}</ins>`);
  expect(html).toMatch(new RegExp(`<del>${ADMIN.address}</del>.*<ins>${moved.address}</ins>`));
});
