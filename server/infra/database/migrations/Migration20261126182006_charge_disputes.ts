import { Migration } from '@mikro-orm/migrations';

export class Migration20261126182006_charge_disputes extends Migration {

  override name = 'Migration20261126182006_charge_disputes';

  override up(): void | Promise<void> {
    this.addSql(`alter table "charge" add "dispute_id" varchar(255) null;`);
    this.addSql(`create index "charge_dispute_id_index" on "charge" ("dispute_id");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "charge_dispute_id_index";`);
    this.addSql(`alter table "charge" drop column "dispute_id";`);
  }

}
