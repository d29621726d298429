import autocannon, { type Client, type Request } from 'autocannon';

/** More than one: what comes with one form at one link is limited. */
const TOKENS = 300;

/** A visitor sends the form of a page: how many a second are stored, each with a person and a session of its own. */
export class Submissions {
  private sent = 0;
  private readonly actions: string[] = [];

  private readonly siteUrl: string;
  private readonly connections: number;

  constructor(siteUrl: string, connections: number) {
    this.siteUrl = siteUrl;
    this.connections = connections;
  }

  /** Opens pages, to know where their forms are sent to. */
  async open(pathOf: (at: number) => string): Promise<void> {
    for (let at = 1; at <= TOKENS; at++) {
      const html = await (await fetch(this.siteUrl + pathOf(at))).text();
      const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
      if (action === undefined) throw new Error('The page has no form.');
      this.actions.push(action);
    }
  }

  async drive(seconds: number): Promise<number> {
    const setupRequest = (given: Request) => ({ ...given, ...this.next() });
    const setupClient = (client: Client) => client.setRequests([{ method: 'POST', path: '', setupRequest }]);
    const { requests, errors, statusCodeStats } = await autocannon({
      ...{ url: this.siteUrl, connections: this.connections, duration: seconds, sampleInt: 50 },
      setupClient,
    });
    const refused = Object.keys(statusCodeStats ?? {}).filter((status) => status !== '303');
    if (errors > 0 || refused.length > 0) throw new Error(`Forms were refused: ${refused.join(', ')}.`);
    return requests.total / seconds;
  }

  /** Each from another address. */
  private next() {
    const number = ++this.sent;
    return {
      path: this.actions[number % TOKENS]!,
      body: `email=visitor${number}%40mail.example`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      },
    };
  }
}
