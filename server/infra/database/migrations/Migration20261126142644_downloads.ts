import { Migration } from '@mikro-orm/migrations';

export class Migration20261126142644_downloads extends Migration {

  override name = 'Migration20261126142644_downloads';

  override up(): void | Promise<void> {
    this.addSql(`create table "download_request" ("id" uuid not null, "user_id" uuid not null, "product_id" uuid not null, "at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "download_request_user_id_product_id_at_index" on "download_request" ("user_id", "product_id", "at");`);

    this.addSql(`alter table "file" add "name" varchar(120) null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "download_request" cascade;`);

    this.addSql(`alter table "file" drop column "name";`);
  }

}
