import { Migration } from '@mikro-orm/migrations';

export class Migration20261127232446_holds_and_charged_seconds extends Migration {

  override name = 'Migration20261127232446_holds_and_charged_seconds';

  override up(): void | Promise<void> {
    this.addSql(`create table "money_hold" ("group_id" uuid not null, "account_id" bigint not null, "user_id" uuid not null, "amount" int not null, "captured" int not null default 0, "state" text not null default 'open', "expires_at" timestamptz not null, "created_at" timestamptz not null, primary key ("group_id", "account_id"));`);
    this.addSql(`create index "money_hold_open_index" on "money_hold" ("expires_at") where state = 'open';`);

    this.addSql(`alter table "charge" add "item_id" uuid null, add "item" varchar(60) null, add "seconds" int null;`);

    this.addSql(`alter table "money_hold" add constraint "money_hold_amount_check" check (amount > 0);`);
    this.addSql(`alter table "money_hold" add constraint "money_hold_captured_check" check (captured >= 0 and captured <= amount);`);
    this.addSql(`alter table "money_hold" add constraint "money_hold_state_check" check ("state" in ('open', 'captured', 'released'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "money_hold" cascade;`);

    this.addSql(`alter table "charge" drop column "item_id", drop column "item", drop column "seconds";`);
  }

}
