import { Migration } from '@mikro-orm/migrations';

export class Migration20261127165702_key_use extends Migration {

  override name = 'Migration20261127165702_key_use';

  override up(): void | Promise<void> {
    this.addSql(`create table "key_use" ("purpose" varchar(20) not null, "key_id" varchar(22) not null, "since" timestamptz not null, primary key ("purpose", "key_id"));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "key_use" cascade;`);
  }

}
