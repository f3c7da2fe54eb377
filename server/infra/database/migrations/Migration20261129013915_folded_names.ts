import { Migration } from '@mikro-orm/migrations';

export class Migration20261129013915_folded_names extends Migration {

  override name = 'Migration20261129013915_folded_names';

  override up(): void | Promise<void> {
    this.addSql(`create or replace function "search_parted"("given" text) returns text immutable language sql as \$\$ select regexp_replace(
    regexp_replace(
      regexp_replace(given, '([^ \\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e81-\\u0ece\\u0edc-\\u0edf\\u1000-\\u103f\\u1050-\\u109f\\u1100-\\u11ff\\u1780-\\u17d3\\u17dc\\u17dd\\u3005-\\u3007\\u3041-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97f\\ud7b0-\\ud7ff\\uf900-\\ufaff\\U00020000-\\U0003ffff])([\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e81-\\u0ece\\u0edc-\\u0edf\\u1000-\\u103f\\u1050-\\u109f\\u1100-\\u11ff\\u1780-\\u17d3\\u17dc\\u17dd\\u3005-\\u3007\\u3041-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97f\\ud7b0-\\ud7ff\\uf900-\\ufaff\\U00020000-\\U0003ffff])', '\\1 \\2', 'g'),
      '([\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e81-\\u0ece\\u0edc-\\u0edf\\u1000-\\u103f\\u1050-\\u109f\\u1100-\\u11ff\\u1780-\\u17d3\\u17dc\\u17dd\\u3005-\\u3007\\u3041-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97f\\ud7b0-\\ud7ff\\uf900-\\ufaff\\U00020000-\\U0003ffff])([^ \\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e81-\\u0ece\\u0edc-\\u0edf\\u1000-\\u103f\\u1050-\\u109f\\u1100-\\u11ff\\u1780-\\u17d3\\u17dc\\u17dd\\u3005-\\u3007\\u3041-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97f\\ud7b0-\\ud7ff\\uf900-\\ufaff\\U00020000-\\U0003ffff])', '\\1 \\2', 'g'),
    '([\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e81-\\u0ece\\u0edc-\\u0edf\\u1000-\\u103f\\u1050-\\u109f\\u1100-\\u11ff\\u1780-\\u17d3\\u17dc\\u17dd\\u3005-\\u3007\\u3041-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97f\\ud7b0-\\ud7ff\\uf900-\\ufaff\\U00020000-\\U0003ffff])', '\\1 \\1', 'g') \$\$;`);

    this.addSql(`create or replace function "search_latin"("given" text) returns text immutable language sql as \$\$ select case when octet_length(given) = length(given) then given
    else translate(given, 'ابتثجحخدذرزسشصضطظعغفقكلمنهويءپچژگабвгдежзиклмнопрстуфхцчшщъыьэюяіαβγδεζηθικλμνξοπρστυφχψωאבגדהוזחטיכלמנסעפצקרשתךםןףץ', 'abttjhkddrzsssdtzagfqklmnhwyapczgabvgdejziklmnoprstufhccssyyyeuaiabgdeziqiklmnxoprstufhcwabgdhwzhtyklmnsapcqrstkmnfc') end \$\$;`);

    this.addSql(`alter table "user" add "search_name" text null;`);
    this.addSql(FOLD_NAME)
    this.addSql(`create trigger user_folds_name before insert or update of "name", "username", "is_performer" on "user" for each row execute function user_fold_name();`);
    // The trigger folds the names of the creators that there are.
    this.addSql(`update "user" set "name" = "name" where is_performer;`);

    this.addSql(`drop index "user_search_index";`);
    this.addSql(`drop index "user_words_index";`);
    this.addSql(`create index "user_search_index" on "user" using gin (search_latin("search_name") gin_trgm_ops) where is_performer;`);
    this.addSql(`create index "user_words_index" on "user" using gin (to_tsvector('simple', search_parted("search_name"))) where is_performer;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger if exists "user_folds_name" on "user";`);
    this.addSql(`drop function user_fold_name();`);
    this.addSql(`drop index "user_search_index";`);
    this.addSql(`drop index "user_words_index";`);
    this.addSql(`alter table "user" drop column "search_name";`);
    this.addSql(`create index "user_search_index" on "user" using gin (search_grams("name" || ' ' || coalesce("username", '')) gin_trgm_ops) where is_performer;`);
    this.addSql(`create index "user_words_index" on "user" using gin (to_tsvector('simple', search_words("name" || ' ' || coalesce("username", '')))) where is_performer;`);

    this.addSql(`drop function if exists "search_parted"(text);`);

    this.addSql(`drop function if exists "search_latin"(text);`);
  }

}

const FOLD_NAME = `create function user_fold_name() returns trigger language plpgsql as $$ begin
    new.search_name := case when new.is_performer
      then public.search_folded(new.name || ' ' || coalesce(new.username, '')) end;
    return new;
  end $$;`
