import { Migration } from '@mikro-orm/migrations'

export class Migration20261127123000_database_version extends Migration {
  override name = 'Migration20261127123000_database_version'

  override up(): void | Promise<void> {
    this.addSql(`alter table "epoch" add "version" varchar(255) null;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "epoch" drop column "version";`)
  }
}
