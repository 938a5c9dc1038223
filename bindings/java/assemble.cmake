# Lays out a Maven project in the build folder: the sources, what SWIG made, the natives, and the tests.
#   cmake -DSOURCE= -DGENERATED= -DPROJECT= -DNATIVES=PLATFORM=FILE,... [-DSBOM=FILE] -DVERSION= -P assemble.cmake
# A platform is named as in packaging/platforms.json, or, where it is not there, by its place.
include(${SOURCE}/packaging/platforms.cmake)
include(${SOURCE}/packaging/datasets.cmake)
set(java ${SOURCE}/bindings/java)
foreach(part main test)
  file(REMOVE_RECURSE ${PROJECT}/src/${part})
endforeach()
# What Maven would keep of sources and natives that are gone.
file(REMOVE_RECURSE ${PROJECT}/natives ${PROJECT}/target/classes)
file(COPY ${java}/src/main/java DESTINATION ${PROJECT}/src/main)
file(COPY ${SOURCE}/tests/java/src/ DESTINATION ${PROJECT}/src/test/java)
file(COPY ${java}/examples/ DESTINATION ${PROJECT}/src/test/java)

set(package org/libwald)
foreach(name Native NativeJNI NativeConstants)
  file(READ ${GENERATED}/${name}.java text)
  # SWIG has no way to say that the interface of constants is private to the package.
  string(REPLACE "public interface NativeConstants" "interface NativeConstants" text "${text}")
  file(WRITE ${PROJECT}/src/main/java/${package}/${name}.java "${text}")
endforeach()

file(WRITE ${PROJECT}/src/main/resources/${package}/VERSION "${VERSION}\n")
wald_dataset_files(${SOURCE} datasets)
file(COPY ${datasets} DESTINATION ${PROJECT}/src/main/resources/${package}/data)
file(COPY ${SOURCE}/LICENSE ${SOURCE}/NOTICE DESTINATION ${PROJECT}/src/main/resources/META-INF)
if(SBOM)
  configure_file(${SBOM} ${PROJECT}/src/main/resources/META-INF/sbom/wald.cdx.json COPYONLY)
endif()
# What Loader.java knows of platforms: the name and the place of each, a line.
set(lines)
foreach(name place IN ZIP_LISTS wald_platforms wald_places)
  string(APPEND lines "${name} ${place}\n")
endforeach()
file(WRITE ${PROJECT}/src/main/resources/${package}/platforms "${lines}")

# A jar for each platform beside that of all: not compressed, so that a first start need not inflate the native.
set(WALD_JARS)
set(digests)
string(REPLACE , ";" NATIVES "${NATIVES}")
foreach(native ${NATIVES})
  string(REGEX MATCH "^([^=]*)=(.*)$" matched ${native})
  set(platform ${CMAKE_MATCH_1})
  set(file ${CMAKE_MATCH_2})
  set(place ${platform})
  list(FIND wald_platforms ${platform} at)
  if(at GREATER -1)
    list(GET wald_places ${at} place)
    string(APPEND WALD_JARS "
          <execution>
            <id>${platform}</id>
            <goals>
              <goal>jar</goal>
            </goals>
            <configuration>
              <classifier>${platform}</classifier>
              <archive>
                <compress>false</compress>
              </archive>
              <includes>
                <include>META-INF/**</include>
                <include>module-info.class</include>
                <include>org/libwald/*</include>
                <include>org/libwald/data/*</include>
                <include>org/libwald/natives/${place}/*</include>
              </includes>
            </configuration>
          </execution>")
  endif()
  file(COPY ${file} DESTINATION ${PROJECT}/natives/${package}/natives/${place})
  get_filename_component(name ${file} NAME)
  file(SHA256 ${file} digest)
  string(APPEND digests "${digest}  ${place}/${name}\n")
endforeach()
# Of which Loader.java has the name of the folder to extract to, without reading the native for it.
file(WRITE ${PROJECT}/src/main/resources/${package}/digests "${digests}")

set(WALD_VERSION ${VERSION})
set(PROJECT_SOURCE_DIR ${SOURCE})
configure_file(${java}/pom.xml.in ${PROJECT}/pom.xml @ONLY)
file(WRITE ${PROJECT}/assembled "")
