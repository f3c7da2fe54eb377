import { Migration } from '@mikro-orm/migrations';

export class Migration20261128154937_offers extends Migration {

  override name = 'Migration20261128154937_offers';

  override up(): void | Promise<void> {
    this.addSql(`create table "offer" ("id" uuid not null, "performer_id" uuid not null, "code" varchar(40) not null, "kind" text not null, "days" int null, "percent" int null, "terms" jsonb not null, "audience" text not null, "list_id" uuid null, "uses_max" int null, "ends_at" timestamptz null, "is_active" boolean not null default true, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`alter table "offer" add constraint "offer_code_unique" unique ("code");`);
    this.addSql(`create index "offer_performer_id_created_at_index" on "offer" ("performer_id", "created_at");`);

    this.addSql(`create table "offer_use" ("id" uuid not null, "offer_id" uuid not null, "performer_id" uuid not null, "user_id" uuid not null, "kind" text not null, "status" text not null, "price" int not null, "charge_id" uuid null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "offer_use_offer_id_user_id_index" on "offer_use" ("offer_id", "user_id");`);
    this.addSql(`create index "offer_use_performer_id_user_id_created_at_index" on "offer_use" ("performer_id", "user_id", "created_at");`);
    this.addSql(`create index "offer_use_user_id_index" on "offer_use" ("user_id");`);
    this.addSql(`create unique index "offer_use_trial_unique" on "offer_use" ("performer_id", "user_id") where kind = 'trial';`);

    this.addSql(`alter table "membership" drop constraint "membership_kind_check";`);
    this.addSql(`alter table "membership" add constraint "membership_kind_check" check ("kind" in ('subscription', 'gift', 'trial'));`);

    this.addSql(`alter table "offer" add constraint "offer_promise_check" check ((kind = 'trial' and days is not null and percent is null) or (kind = 'discount' and percent is not null and days is null));`);
    this.addSql(`alter table "offer" add constraint "offer_kind_check" check ("kind" in ('trial', 'discount'));`);
    this.addSql(`alter table "offer" add constraint "offer_audience_check" check ("audience" in ('all', 'new', 'expired', 'list'));`);

    this.addSql(`alter table "offer_use" add constraint "offer_use_kind_check" check ("kind" in ('trial', 'discount'));`);
    this.addSql(`alter table "offer_use" add constraint "offer_use_status_check" check ("status" in ('reserved', 'confirmed', 'released'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "offer" cascade;`);
    this.addSql(`drop table if exists "offer_use" cascade;`);

    this.addSql(`alter table "membership" drop constraint "membership_kind_check";`);
    this.addSql(`update "membership" set kind = 'gift' where kind = 'trial';`);
    this.addSql(`alter table "membership" add constraint "membership_kind_check" check ("kind" in ('subscription', 'gift'));`);
  }

}
