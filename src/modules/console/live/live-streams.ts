import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../../../shared/config/config.module.js';
import type { Settings } from '../../../shared/config/settings.js';
import { clock } from '../../../shared/kernel/clock.js';
import { SECOND_MS } from '../../../shared/kernel/durations.js';
import type { Api } from '../calling/api-caller.js';
import { endOf, type Session } from '../signing-in/session.js';
import { messageOf } from './change-messages.js';
import { followChanges, refusalOf, type Refusal } from './follow-changes.js';
import { StreamLimits, MOST_OF_A_KEY } from './stream-limits.js';

/** Proxies close connections that are silent for longer. */
export const HEARTBEAT_MS = 15 * SECOND_MS;

/** Changes that come together are one message. */
const GATHERED_MS = 100;

/** A stream begins with what happened while its screen was on its way. */
const LONGEST_WAY_MS = 60 * SECOND_MS;

/** After a stream has ended, the browser asks again so much later. */
const OPENING = `retry: 2000\n\n`;
export const SESSION_ENDED = 'event: ended\ndata:\n\n';

const SCOPES = ['*', 'events:read'];

/** The connection to a browser. */
export interface LiveConnection {
  open(): void;
  write(text: string): void;
  end(): void;
  /** Aborted when the browser is gone. */
  signal: AbortSignal;
}

/** The streams of changes that this process sends to browsers. */
@Injectable()
export class LiveStreams {
  private readonly places: StreamLimits;
  private readonly ending = new AbortController();

  constructor(@InjectSettings() { PROCESSES }: Settings) {
    this.places = new StreamLimits(Math.max(1, Math.floor(MOST_OF_A_KEY / PROCESSES)));
  }

  /** Resolves when the stream is over, with the reason if it was refused. */
  async follow(
    session: Session,
    api: Api,
    connection: LiveConnection,
    screenReadAt: number | undefined,
  ): Promise<Refusal> {
    const key = await api.me.get({ signal: connection.signal }).catch(refusalOf);
    if (typeof key === 'string') return key;
    if (!key.scopes.some((scope) => SCOPES.includes(scope))) return 'not allowed';
    if (this.ending.signal.aborted) return 'unavailable';
    const leave = this.places.take({
      tenantId: key.tenantId,
      keyId: session.keyId,
      parentKeyId: key.parentApiKeyId,
    });
    if (!leave) return 'too many';
    const until = AbortSignal.any([connection.signal, this.ending.signal, signalAt(endOf(session))]);
    try {
      return await this.send(api, connection, { from: startOf(screenReadAt), signal: until });
    } finally {
      leave();
    }
  }

  /** The browsers ask again, and reach another process. */
  endAll(): void {
    this.ending.abort();
  }

  private async send(
    api: Api,
    connection: LiveConnection,
    until: { from: Date | undefined; signal: AbortSignal },
  ): Promise<Refusal> {
    let words = new Set<string>();
    let gathering: NodeJS.Timeout | undefined;
    const sendWords = () => {
      gathering = undefined;
      connection.write(messageOf(words));
      words = new Set();
    };
    let beating: NodeJS.Timeout | undefined;
    const follower = {
      opened: () => {
        connection.open();
        connection.write(OPENING);
        beating = setInterval(() => connection.write(':\n\n'), HEARTBEAT_MS).unref();
      },
      changed: (more: readonly string[]) => {
        for (const word of more) words.add(word);
        gathering ??= setTimeout(sendWords, GATHERED_MS);
      },
    };
    try {
      return await followChanges(api, follower, until);
    } finally {
      clearInterval(beating);
      clearTimeout(gathering);
    }
  }
}

function startOf(screenReadAt: number | undefined): Date | undefined {
  const now = clock.now().getTime();
  const isRecent = screenReadAt !== undefined && screenReadAt <= now && now - screenReadAt < LONGEST_WAY_MS;
  return isRecent ? new Date(screenReadAt) : undefined;
}

/** Aborted at this time, without keeping the process alive. */
function signalAt(time: number): AbortSignal {
  return AbortSignal.timeout(Math.max(0, time - clock.now().getTime()));
}
