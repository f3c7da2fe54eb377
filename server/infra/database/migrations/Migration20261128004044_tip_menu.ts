import { Migration } from '@mikro-orm/migrations';

export class Migration20261128004044_tip_menu extends Migration {

  override name = 'Migration20261128004044_tip_menu';

  override up(): void | Promise<void> {
    this.addSql(`create table "tip_menu" ("performer_id" uuid not null, "version" int not null, "items" jsonb not null, "goal_id" uuid null, "goal_title" varchar(120) null, "goal_tokens" int null, "goal_set_at" timestamptz null, "updated_at" timestamptz not null, primary key ("performer_id"));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "tip_menu" cascade;`);
  }

}
