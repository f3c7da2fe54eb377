import { Migration } from '@mikro-orm/migrations';

export class Migration20261129062843_desk_money extends Migration {

  override name = 'Migration20261129062843_desk_money';

  override up(): void | Promise<void> {
    this.addSql(`create table "card_refund" ("id" uuid not null, "charge_id" uuid not null, "order_id" uuid not null, "cents" int not null, "state" text not null default 'asked', "failure" text null, "created_at" timestamptz not null, "closed_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "card_refund_charge_id_index" on "card_refund" ("charge_id");`);
    this.addSql(`create index "card_refund_order_id_index" on "card_refund" ("order_id");`);
    this.addSql(`create index "card_refund_asked_index" on "card_refund" ("created_at") where state = 'asked';`);

    this.addSql(`create index "charge_returned_index" on "charge" ("created_at", "id") where status <> 'done';`);

    this.addSql(`alter table "payout" add "decision_id" uuid null;`);
    this.addSql(`create index "payout_status_created_at_id_index" on "payout" ("status", "created_at", "id");`);

    this.addSql(`alter table "card_refund" add constraint "card_refund_state_check" check ("state" in ('asked', 'done', 'failed'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "card_refund" cascade;`);

    this.addSql(`drop index "charge_returned_index";`);

    this.addSql(`drop index "payout_status_created_at_id_index";`);
    this.addSql(`alter table "payout" drop column "decision_id";`);
  }

}
