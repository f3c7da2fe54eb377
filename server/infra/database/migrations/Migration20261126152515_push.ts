import { Migration } from '@mikro-orm/migrations';

export class Migration20261126152515_push extends Migration {

  override name = 'Migration20261126152515_push';

  override up(): void | Promise<void> {
    this.addSql(`create table "push_delivery" ("subscription_id" uuid not null, "topic" varchar(32) not null, "payload" jsonb not null, "attempts" int not null default 0, "due_at" timestamptz not null, primary key ("subscription_id", "topic"));`);
    this.addSql(`create index "push_delivery_due_at_index" on "push_delivery" ("due_at");`);

    this.addSql(`create table "push_subscription" ("id" uuid not null, "user_id" uuid not null, "session_id" uuid not null, "endpoint" varchar(1000) not null, "p256dh" varchar(100) not null, "auth" varchar(40) not null, "kinds" text[] not null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "push_subscription_user_id_index" on "push_subscription" ("user_id");`);
    this.addSql(`alter table "push_subscription" add constraint "push_subscription_session_id_unique" unique ("session_id");`);
    this.addSql(`alter table "push_subscription" add constraint "push_subscription_endpoint_unique" unique ("endpoint");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "push_delivery" cascade;`);
    this.addSql(`drop table if exists "push_subscription" cascade;`);
  }
}
