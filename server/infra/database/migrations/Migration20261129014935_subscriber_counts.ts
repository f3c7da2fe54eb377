import { Migration } from '@mikro-orm/migrations';

export class Migration20261129014935_subscriber_counts extends Migration {

  override name = 'Migration20261129014935_subscriber_counts';

  override up(): void | Promise<void> {
    this.addSql(`create table "subscriber_count" ("performer_id" uuid not null, "status" text not null, "is_free" boolean not null, "slot" int not null, "count" int not null, primary key ("performer_id", "status", "is_free", "slot"));`);


    this.addSql(`alter table "subscriber_count" add constraint "subscriber_count_status_check" check ("status" in ('incomplete', 'active', 'past_due', 'canceling', 'ended', 'revoked'));`);

    this.addSql(COUNT)
    // It locks out writers until the counts are there.
    this.addSql(`create trigger subscription_is_counted after insert or delete or update of "performer_id", "status", "type", "months", "ended_at" on "subscription" for each row execute function subscription_count();`);
    this.addSql(COUNTED)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "subscriber_count" cascade;`);

    this.addSql(`drop trigger if exists "subscription_is_counted" on "subscription";`);
    this.addSql(`drop function subscription_count();`);
  }

}

const COUNT = `create function subscription_count() returns trigger language plpgsql as $$ begin
    insert into subscriber_count as c (performer_id, status, is_free, slot, count)
    select m.performer_id, m.status, m.is_free, pg_backend_pid() % 16, sum(m.n)
    from (
      select old.performer_id, old.status, old.type = 'free' and old.ended_at is null, -1 where old.months > 0
      union all
      select new.performer_id, new.status, new.type = 'free' and new.ended_at is null, 1 where new.months > 0
    ) as m(performer_id, status, is_free, n)
    group by 1, 2, 3 having sum(m.n) <> 0 order by 1, 2, 3
    on conflict (performer_id, status, is_free, slot) do update set count = c.count + excluded.count;
    return null;
  end $$;`

const COUNTED = `insert into subscriber_count (performer_id, status, is_free, slot, count)
  select performer_id, status, type = 'free' and ended_at is null, 0, count(*) from subscription where months > 0
  group by 1, 2, 3;`
