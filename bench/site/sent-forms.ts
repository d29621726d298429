import autocannon, { type Client, type Request } from 'autocannon';

/** More than one, because each form at a link has a rate limit. */
const TOKENS = 300;

interface Kind {
  /** The path that receives the form. */
  path: string;
  bodyOf: (number: number) => string;
  /** The expected status. */
  status: string;
}

/** Each submission creates a person and a session. */
export const FORM: Kind = {
  path: '/_foyer/forms/',
  bodyOf: (number) => `email=visitor${number}%40mail.example`,
  status: '303',
};

/** Each question creates a session. */
export const QUESTION: Kind = {
  path: '/_foyer/questions/',
  bodyOf: (number) => `question=What+does+plan+${number % 50}+cost%3F`,
  status: '200',
};

/** Visitors send a form of a page; measures the accepted forms per second. */
export class SentForms {
  private sent = 0;
  private readonly actions: string[] = [];

  private readonly siteUrl: string;
  private readonly connections: number;
  private readonly kind: Kind;

  constructor(siteUrl: string, connections: number, kind: Kind) {
    this.siteUrl = siteUrl;
    this.connections = connections;
    this.kind = kind;
  }

  /** Opens pages to find the actions of their forms. */
  async open(pathOf: (at: number) => string): Promise<void> {
    for (let at = 1; at <= TOKENS; at++) {
      const html = await (await fetch(this.siteUrl + pathOf(at))).text();
      const actions = [...html.matchAll(/<form[^>]* action="([^"]+)"/g)].map(([, action]) => action!);
      const action = actions.find((each) => each.startsWith(this.kind.path));
      if (action === undefined) throw new Error(`The page has no form for ${this.kind.path}.`);
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
    const refused = Object.keys(statusCodeStats ?? {}).filter((status) => status !== this.kind.status);
    if (errors > 0 || refused.length > 0) throw new Error(`Forms were refused: ${refused.join(', ')}.`);
    return requests.total / seconds;
  }

  /** Each request comes from another address. */
  private next() {
    const number = ++this.sent;
    return {
      path: this.actions[number % TOKENS]!,
      body: this.kind.bodyOf(number),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
      },
    };
  }
}
