import { DurableObject } from 'cloudflare:workers';
import { app } from '../../../worker/app.ts';
import type { Env } from '../../../worker/env.ts';
import { seedRounds, type Timetable } from './seedRounds.ts';
import { seedTax } from './seedTax.ts';

/** Only because the harness binds objects of these names: while this worker runs, nothing moves by itself. */
export class RoundsObject extends DurableObject {}
export class TaxObject extends DurableObject {}
export class AlertsObject extends DurableObject {}
export class PushObject extends DurableObject {}

/** What the test says about the lottery that it is going to ask. */
export interface Seeding extends Timetable {
  /** Unix seconds. */
  readonly now: number;
  /** Signatures of transactions that the pool signed and the journal does not know. */
  readonly outflows: readonly string[];
}

/**
 * Stands in for the product's worker until its database has something to tell: `/seed` fills it, `/routes` says which routes the
 * app has, as Hono knows them.
 */
export default {
  async fetch(request: Request, { DB }: Env): Promise<Response> {
    switch (new URL(request.url).pathname) {
      case '/routes':
        return Response.json(app.routes.map(({ method, path }) => ({ method, path })));
      case '/seed': {
        const { outflows, ...seeding } = await request.json<Seeding>();
        await seedRounds(DB, seeding);
        await seedTax(DB, seeding.now);
        await DB.prepare('INSERT INTO outflows (signature, found_at) SELECT value, ?2 FROM json_each(?1)')
          .bind(JSON.stringify(outflows), seeding.now * 1000)
          .run();
        return new Response('seeded');
      }
      default:
        return new Response('nothing here', { status: 404 });
    }
  },
};
