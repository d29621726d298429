import { Client } from 'pg';
import { setSettings } from './session-settings.js';

/**
 * The server notices within 25 s that the machine of this process is gone, and releases the locks of the session.
 * Keep-alives are not sent while the server waits for the receipt of a notification, so that wait has a limit, too.
 */
const SERVER_NOTICES_LOSS = Object.entries({
  tcp_keepalives_idle: '10s',
  tcp_keepalives_interval: '5s',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '25s',
})
  .map(([name, value]) => `set_config('${name}', '${value}', false)`)
  .join(', ');

/** A connection whose session belongs to this process alone. It is usable once its session is set up. */
export class SessionClient extends Client {
  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    const opening = this.open();
    if (!callback) return opening;
    opening.then(() => (callback as () => void)(), callback);
  }

  protected async setUp(): Promise<void> {
    await this.query(`select ${setSettings('false')}, ${SERVER_NOTICES_LOSS}`);
  }

  private async open(): Promise<this> {
    try {
      await super.connect();
      await this.setUp();
      return this;
    } catch (error) {
      void this.end();
      throw error;
    }
  }
}
