import { Migration } from '@mikro-orm/migrations';

/** Finds a chain by an expression that no other index answers, so that the server has no choice to make. */
export class Migration20261115120000DeliveryChains extends Migration {
  override up(): void {
    this.addSql(`drop index webhook_delivery_chain`);
    this.addSql(`
      create index webhook_delivery_chain on webhook_delivery ((subscription_id::text || resource), seq)
      where status = 'waiting' and resource is not null`);
  }
}
