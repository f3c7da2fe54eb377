import { Migration } from '@mikro-orm/migrations';

export class Migration20261129112646_restored_tables extends Migration {

  override name = 'Migration20261129112646_restored_tables';

  override up(): void | Promise<void> {
    this.addSql(`alter table "epoch" add "oids" varchar(255) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "epoch" drop column "oids";`);
  }

}
