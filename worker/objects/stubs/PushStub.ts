import type { Kept, NewSubscription, PushNews } from '../../telling/pushNews.ts';

/** What the cron and the edge may ask of a shard of the browsers that asked to be told. */
export interface PushStub extends Rpc.DurableObjectBranded {
  /** Keeps a browser's wish, if there is such a browser. */
  take(one: NewSubscription): Promise<Kept>;
  /** Forgets the browser at an endpoint. */
  end(endpoint: string): Promise<void>;
  /** The minute's news. Returns at once: the telling goes on by the shard's own alarm. */
  tick(news: PushNews): Promise<void>;
}
