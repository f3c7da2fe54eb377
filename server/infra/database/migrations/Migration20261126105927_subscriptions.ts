import { Migration } from '@mikro-orm/migrations';

/** Subscriptions to creators, their terms and prices. Charges name every thing that a wallet pays for. */
export class Migration20261126105927_subscriptions extends Migration {

  override name = 'Migration20261126105927_subscriptions';

  override up(): void | Promise<void> {
    this.addSql(`create table "subscription" ("id" uuid not null, "user_id" uuid not null, "performer_id" uuid not null, "type" text not null, "price" int not null, "price_id" uuid null, "currency" varchar(3) not null, "status" text not null, "auto_renew" boolean not null, "source" text null, "card_id" uuid null, "anchor" timestamptz not null, "months" int not null, "paid_through" timestamptz not null, "grace_until" timestamptz null, "access_until" timestamptz not null, "due_at" timestamptz not null, "problem" text null, "remind_at" timestamptz null, "ended_at" timestamptz null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "subscription_user_id_created_at_index" on "subscription" ("user_id", "created_at");`);
    this.addSql(`create index "subscription_performer_id_created_at_index" on "subscription" ("performer_id", "created_at");`);
    this.addSql(`create index "subscription_due_index" on "subscription" ("due_at") where ended_at is null;`);
    this.addSql(`create index "subscription_remind_index" on "subscription" ("remind_at") where remind_at is not null;`);
    this.addSql(`create unique index "subscription_open_unique" on "subscription" ("user_id", "performer_id") where ended_at is null;`);

    this.addSql(`create table "subscription_period" ("id" uuid not null, "subscription_id" uuid not null, "number" int not null, "type" text not null, "price" int not null, "currency" varchar(3) not null, "source" text null, "starts_at" timestamptz not null, "ends_at" timestamptz not null, "consent" varchar(20) null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`alter table "subscription_period" add constraint "subscription_period_subscription_id_number_unique" unique ("subscription_id", "number");`);

    this.addSql(`create table "subscription_price" ("id" uuid not null, "performer_id" uuid not null, "term" text not null, "amount" int null, "currency" varchar(3) not null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "subscription_price_performer_id_term_created_at_index" on "subscription_price" ("performer_id", "term", "created_at");`);


    this.addSql(`alter table "performer" add "monthly_price" int null, add "quarterly_price" int null, add "half_yearly_price" int null, add "yearly_price" int null, add "is_free_subscription" boolean not null default false;`);

    this.addSql(`alter table "subscription" add constraint "subscription_type_check" check ("type" in ('free', 'monthly', 'quarterly', 'half-yearly', 'yearly'));`);
    this.addSql(`alter table "subscription" add constraint "subscription_status_check" check ("status" in ('incomplete', 'active', 'past_due', 'canceling', 'ended', 'revoked'));`);
    this.addSql(`alter table "subscription" add constraint "subscription_source_check" check ("source" in ('wallet', 'card'));`);
    this.addSql(`alter table "subscription" add constraint "subscription_problem_check" check ("problem" in ('tokens', 'card', 'authentication', 'creator'));`);

    this.addSql(`alter table "subscription_period" add constraint "subscription_period_type_check" check ("type" in ('free', 'monthly', 'quarterly', 'half-yearly', 'yearly'));`);
    this.addSql(`alter table "subscription_period" add constraint "subscription_period_source_check" check ("source" in ('wallet', 'card'));`);

    this.addSql(`alter table "subscription_price" add constraint "subscription_price_term_check" check ("term" in ('monthly', 'quarterly', 'half-yearly', 'yearly'));`);
    this.addSql(`create trigger subscription_price_fixed before update or delete on "subscription_price" for each row execute function money_refuse_change();`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "subscription" cascade;`);
    this.addSql(`drop table if exists "subscription_period" cascade;`);
    this.addSql(`drop trigger if exists "subscription_price_fixed" on "subscription_price";`);
    this.addSql(`drop table if exists "subscription_price" cascade;`);


    this.addSql(`alter table "performer" drop column "monthly_price", drop column "quarterly_price", drop column "half_yearly_price", drop column "yearly_price", drop column "is_free_subscription";`);
  }
}
