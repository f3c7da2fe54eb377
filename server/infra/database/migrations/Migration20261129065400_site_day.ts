import { Migration } from '@mikro-orm/migrations';

export class Migration20261129065400_site_day extends Migration {

  override name = 'Migration20261129065400_site_day';

  override up(): void | Promise<void> {
    this.addSql(`create table "site_day" ("day" date not null, "key" text not null, "value" bigint not null, "updated_at" timestamptz not null, primary key ("day", "key"));`);

    this.addSql(`alter table "site_day" add constraint "site_day_key_check" check ("key" in ('signUps', 'active', 'sales', 'takings', 'refunds', 'disputes', 'openCases', 'storage', 'queueAge', 'unsentMails'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "site_day" cascade;`);
  }

}
