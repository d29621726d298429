import { freshDatabase, type Environment, type Instance, query, start } from '../support.js';

const AT_ONCE = 30;
const PLAIN_PAGE = {
  ...{ name: 'Shared', pageContext: 'What it is about', pageType: 'inbound', brandId: 'acme' },
  ...{ actions: [], actionCardWidgets: [], scripts: [] },
};

export interface Answered {
  status: number;
  text: string;
  body: Record<string, string>;
}

/** Two processes that serve and two that work, on one database. */
export class Fleet {
  private constructor(
    readonly databaseUrl: string,
    readonly apis: readonly Instance[],
    readonly workers: ReadonlyMap<string, Instance>,
  ) {}

  /** The connection that holds a worker's lanes bears its name, so that the database can tell whose they are. */
  static async start(): Promise<Fleet> {
    const url = await freshDatabase();
    const common = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', DATABASE_POOL_MAX: String(AT_ONCE) };
    const api = (): Environment => ({ ...common, DATABASE_URL: url, ROLE: 'api' });
    const worker = (name: string): Environment => ({
      ...{ ...common, ROLE: 'worker', MIGRATE: 'false' },
      DATABASE_URL: `${url}?application_name=${name}`,
    });
    const names = ['worker-1', 'worker-2'];
    const [apis, workers] = await Promise.all([
      Promise.all([start(api()), start(api())]),
      Promise.all(names.map((name) => start(worker(name)))),
    ]);
    return new Fleet(url, apis, new Map(names.map((name, index) => [name, workers[index]!])));
  }

  /** Through one of the two that serve, in turn. */
  async send(turn: number, request: string, body?: object, headers: Environment = {}): Promise<Answered> {
    const { url, key } = this.apis[turn % this.apis.length]!;
    const [method, path] = request.split(' ') as [string, string];
    const answer = await fetch(url + path, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }), ...headers },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: JSON.parse(text) as Answered['body'] };
  }

  /** Thirty times at once, through both. */
  atOnce(act: (turn: number) => Promise<Answered>): Promise<Answered[]> {
    return Promise.all(Array.from({ length: AT_ONCE }, (_, turn) => act(turn)));
  }

  async make(path: string, body: object): Promise<Record<string, string>> {
    const made = await this.send(0, `POST ${path}`, body);
    expect(made).toMatchObject({ status: 201 });
    return made.body;
  }

  /** Answers its path. */
  async newAudience(): Promise<string> {
    const { pageId } = await this.make('/v0/pages', PLAIN_PAGE);
    const { audienceId } = await this.make(`/v0/pages/${pageId}/audiences`, {});
    return `/v0/pages/${pageId}/audiences/${audienceId}`;
  }

  rows<Row extends object>(sql: string): Promise<Row[]> {
    return query<Row>(this.databaseUrl, sql);
  }

  async count(sql: string): Promise<number> {
    return (await this.rows<{ count: number }>(`select count(*)::int as count ${sql}`))[0]!.count;
  }
}
