import { DurableObject } from 'cloudflare:workers';
import { app } from '../../../worker/app.ts';
import type { Env } from '../../../worker/env.ts';
import { seedRounds, type Timetable } from './seedRounds.ts';
import { seedTax } from './seedTax.ts';

/** Empty, because only the harness needs objects of these names: while this worker runs, nothing changes by itself. */
export class RoundsObject extends DurableObject {}
export class TaxObject extends DurableObject {}
export class AlertsObject extends DurableObject {}
export class PushObject extends DurableObject {}

/** Facts about the lottery that the test will send requests to. */
export interface Seeding extends Timetable {
  /** Unix seconds. */
  readonly now: number;
  /** Signatures of transactions that the pool signed and the journal does not know. */
  readonly outflows: readonly string[];
}

/**
 * Runs in place of the product's worker until the database is filled. `/seed` fills it, and `/routes` lists the app's
 * routes as Hono knows them.
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
