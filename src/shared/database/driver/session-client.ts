import { Client } from 'pg';
import { setSettings } from './session-settings.js';

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
    await this.query(`select ${setSettings('false')}`);
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
