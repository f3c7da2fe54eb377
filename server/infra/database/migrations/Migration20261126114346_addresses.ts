import { Migration } from '@mikro-orm/migrations';

export class Migration20261126114346_addresses extends Migration {

  override name = 'Migration20261126114346_addresses';

  override up(): void | Promise<void> {
    this.addSql(`create table "address" ("id" uuid not null, "user_id" uuid not null, "name" text not null, "line1" text not null, "line2" text not null, "city" text not null, "state" text not null, "postal" text not null, "country" text not null, "phone" text null, "is_default" boolean not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "address_user_id_index" on "address" ("user_id");`);
    this.addSql(`create unique index "address_default" on "address" ("user_id") where "is_default";`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "address" cascade;`);
  }
}
