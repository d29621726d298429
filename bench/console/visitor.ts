import type { Target } from '../setup/servers.ts';

export interface Answer {
  html: string;
  ms: number;
}

/** Somebody who is signed in to the console. */
export class ConsoleVisitor {
  private readonly url: string;
  private readonly cookie: string;

  private constructor(url: string, cookie: string) {
    this.url = url;
    this.cookie = cookie;
  }

  static async signIn({ consoleUrl, headers }: Target): Promise<ConsoleVisitor> {
    if (!consoleUrl) throw new Error('Foyer serves no console.');
    const response = await fetch(`${consoleUrl}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: consoleUrl },
      body: new URLSearchParams({ key: headers['x-api-key']! }),
    });
    const [cookie] = response.headers.getSetCookie();
    if (response.status !== 303 || !cookie) throw new Error(`The sign-in was answered ${response.status}.`);
    return new ConsoleVisitor(consoleUrl, cookie.split(';', 1)[0]!);
  }

  /** Undefined if the address leads elsewhere, or shows no screen. */
  async open(path: string): Promise<Answer | undefined> {
    const start = performance.now();
    const response = await fetch(this.url + path, { redirect: 'manual', headers: { cookie: this.cookie } });
    const text = await response.text();
    const ms = performance.now() - start;
    if (response.status >= 400) throw new Error(`${path} was answered ${response.status}: ${text}`);
    const isScreen = response.status === 200 && response.headers.get('content-type')?.includes('text/html');
    return isScreen ? { html: text, ms } : undefined;
  }
}
